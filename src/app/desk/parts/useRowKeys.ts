import { useEffect, useEffectEvent, type RefObject } from 'react';

/** What stands on the keys of a Russian layout. */
const latin: Record<string, string> = { о: 'j', л: 'k', ч: 'x', ф: 'a', ы: 's' };

/**
 * j and k walk over the rows of a list, whose focus goes to what `stops` selects in it; other keys do something with the
 * stop on which one stands. Never while one types.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  stops: string,
  actions: Record<string, (stop: HTMLElement) => void>,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (target.closest('input:not([type=checkbox], [type=radio]), textarea, select')) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>(stops) ?? [])];
    const at = all.findIndex((stop) => stop.contains(document.activeElement));
    const key = latin[event.key] ?? event.key;
    const stop = all[at];
    if (key === 'j') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (key === 'k') all[Math.max(at - 1, 0)]?.focus();
    else if (stop && actions[key]) actions[key](stop);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
