/** Synonyms that fit under a name: at most six, and no more than two lines of them. */
export function firstNames(names: readonly string[], most = 6, characters = 220): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.slice(0, most)) {
    length += name.length;
    if (length > characters) break;
    shown.push(name);
  }
  return shown;
}
