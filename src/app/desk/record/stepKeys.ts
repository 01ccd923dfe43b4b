/** What a key asks for: Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y where they stand on the keyboard, in whatever layout. */
export function stepOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  if (event.code === 'KeyZ') return event.shiftKey ? 'redo' : 'undo';
  return event.code === 'KeyY' && !event.shiftKey ? 'redo' : undefined;
}
