/** '/deseases/gaucher-disease/' → 'gaucher disease': the last part of an address as words, numbers left out. */
export function wordsOf(pathname: string): string {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/\.\w{1,5}$/, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/^[\d ]+$/, '')
      .trim();
  } catch {
    return '';
  }
}

/** The name that differs from a mistyped one by a letter or two; nothing where none is so near, or the word is short. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const allowed = word.length < 5 ? 1 : 2;
  const [best] = names
    .map((name) => ({ name, apart: lettersApart(word.toLowerCase(), name) }))
    .filter(({ apart }) => apart > 0 && apart <= allowed)
    .toSorted((one, other) => one.apart - other.apart);
  return best?.name;
}

/** How many letters one has to put in, take out or change to make one word of the other. */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let at = 0; at < other.length; at += 1)
      next.push(Math.min(row[at]! + Number(other[at] !== letter), row[at + 1]! + 1, next[at]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
