/** The same keys on a Russian and on an English keyboard: «ujit» is «гоше» typed without switching. */
const english = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** With Shift the punctuation keys give other signs, and so do the letters behind them. */
const englishShifted = '{}:"<>~';
const russianShifted = 'хъжэбюё';

const toRussian = new Map(
  [...(english + englishShifted)].map((key, i) => [key, (russian + russianShifted)[i]!]),
);
const toEnglish = new Map([...russian].map((key, i) => [key, english[i]!]));

/**
 * Whether signs stand before letters that are letters themselves on the Russian layout: «,tnf» is «бета», where «tnf»
 * alone would be a word as well.
 */
export const hasSignsForLetters = (text: string): boolean =>
  [...text].some((key, i, keys) => signKeys.has(key) && /\p{L}/u.test(keys[i + 1] ?? ''));
const signKeys = new Set([...toRussian.keys()].filter((key) => !/[a-z]/.test(key)));

const retype = (text: string, keys: Map<string, string>) =>
  [...text.toLowerCase()].map((key) => keys.get(key) ?? key).join('');

/** What the same key presses give on the Russian layout. */
export const typedInRussian = (text: string): string => retype(text, toRussian);

/** What the same key presses give on the English layout. */
export const typedInEnglish = (text: string): string => retype(text, toEnglish);

/** The text on the other layout, or nothing when it mixes both alphabets or has no letters to turn. */
export function onOtherLayout(text: string): string | undefined {
  const hasRussian = /[а-яё]/i.test(text);
  const hasEnglish = /[a-z]/i.test(text);
  if (hasRussian && hasEnglish) return undefined;
  if (hasRussian) return typedInEnglish(text);
  const turned = typedInRussian(text);
  return hasEnglish || turned !== text.toLowerCase() ? turned : undefined;
}
