/** Normalises a text so that spellings of a name agree: «Niemann-Pick's» and «niemann pick». */
export function plainWords(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]s?(?![\p{L}])/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}

/** Variants of disease names: «Fabry disease» and «disease, Fabry», «syndromes» and «syndrome». */
const singular = (words: string) => words.replace(/(\p{L}{3,})s(?= )/gu, '$1');

export interface Text {
  words: string;
  /** Original text, for abbreviations and gene symbols. */
  raw: string;
}

export const textOf = (parts: readonly (string | undefined)[]): Text => {
  const raw = parts.filter((part) => part !== undefined).join(' ; ');
  return { words: singular(plainWords(raw)), raw };
};

/**
 * Whether the text contains the name. A short word in capitals or with digits is an abbreviation («MPS»,
 * «GBA1») and must match literally; other names match whole words, ignoring case and punctuation.
 */
export function aliasesIn(text: Text, name: string): boolean {
  const trimmed = name.trim();
  if (isAbbreviation(trimmed)) return hasSymbol(text, trimmed);
  const words = singular(plainWords(trimmed));
  if (words.length <= 5) return false;
  // «type C1» is a type C.
  if (/ type [a-z] $/.test(words)) return new RegExp(`${words.trimEnd()}\\d? `).test(text.words);
  return text.words.includes(words);
}

/**
 * Whether a phrase has all words of a long name in any order: «familial hypercholesterolemia - homozygous».
 */
export function hasWordsOf(phrase: string, name: string): boolean {
  const words = singular(plainWords(name)).trim().split(' ');
  if (words.length < 3) return false;
  const phraseWords = new Set(singular(plainWords(phrase)).trim().split(' '));
  return words.every((word) => phraseWords.has(word));
}

export const isAbbreviation = (name: string) =>
  /^[A-Z0-9][A-Za-z0-9-]{1,9}$/.test(name) && /[A-Z0-9]{2}/.test(name);

export function hasSymbol({ raw }: Text, symbol: string): boolean {
  if (symbol.length < 3) return false;
  for (let at = raw.indexOf(symbol); at >= 0; at = raw.indexOf(symbol, at + 1)) {
    const around = `${raw[at - 1] ?? ' '}${raw[at + symbol.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
