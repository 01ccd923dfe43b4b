interface Part {
  text: string;
  /** Mentioned name, without «@». */
  name?: string;
}

/** Splits a text at mentions: «@Коллегин Олег, посмотрите» with «Коллегин Олег» known. */
export function splitMentions(text: string, names: readonly string[]): Part[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = longestFirst.find(
      (one) => text.startsWith(one, at + 1) && !/^[\p{L}\p{N}]/u.test(text.slice(at + 1 + one.length)),
    );
    if (name === undefined || at < from) continue;
    if (at > from) parts.push({ text: text.slice(from, at) });
    parts.push({ text: `@${name}`, name });
    from = at + 1 + name.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** How comments mention the author of a case, whatever name the case shows. */
export const authorCalled = 'автор';
