/** Bytes of an answer. */
const maxBytes = 6000;

/** Lines as one answer; those that do not fit are counted, and the last lines always stand. */
export function answerOf(lines: readonly string[], last: readonly string[]): string {
  const foot = ['', ...last].join('\n');
  const room = maxBytes - Buffer.byteLength(foot) - 100;
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const short = line.length > 1500 ? `${line.slice(0, 1500)}…` : line;
    bytes += Buffer.byteLength(short) + 1;
    if (bytes > room) break;
    kept.push(short);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`… ещё строк: ${left}. Спросите точнее.`] : []), foot].join('\n');
}
