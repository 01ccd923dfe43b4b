/** Russian and English keyboard layouts: «ujit» is «гоше» typed on the wrong one. */
const english = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё';
/** Shifted punctuation keys, whose Russian letters differ too. */
const englishShifted = '{}:"<>~';
const russianShifted = 'хъжэбюё';

const toRussian = new Map(
  [...(english + englishShifted)].map((key, i) => [key, (russianKeys + russianShifted)[i]!]),
);
const toEnglish = new Map([...russianKeys].map((key, i) => [key, english[i]!]));

/**
 * Whether punctuation stands for Russian letters before other letters: «,tnf» is «бета», though «tnf» is a
 * word too.
 */
export const hasSignsForLetters = (text: string): boolean =>
  [...text].some((key, i, keys) => signKeys.has(key) && /\p{L}/u.test(keys[i + 1] ?? ''));
const signKeys = new Set([...toRussian.keys()].filter((key) => !/[a-z]/.test(key)));

const retype = (text: string, keys: Map<string, string>) =>
  [...text.toLowerCase()].map((key) => keys.get(key) ?? key).join('');

/** The same keys on the Russian layout. */
export const typedInRussian = (text: string): string => retype(text, toRussian);

/** The same keys on the English layout. */
export const typedInEnglish = (text: string): string => retype(text, toEnglish);

/** The text on the other layout; undefined for mixed alphabets or no letters. */
export function onOtherLayout(text: string): string | undefined {
  const hasRussian = /[а-яё]/i.test(text);
  const hasEnglish = /[a-z]/i.test(text);
  if (hasRussian && hasEnglish) return undefined;
  if (hasRussian) return typedInEnglish(text);
  const turned = typedInRussian(text);
  return hasEnglish || turned !== text.toLowerCase() ? turned : undefined;
}
