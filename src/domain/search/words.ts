/** A word of a text with its position. */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** Capital start: «тип С» is part of the name, «с» a preposition. */
  isCapital: boolean;
}

// Combining marks, soft hyphens and direction marks are inside words; an apostrophe joins letters, a point
// joins codes.
const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\p{Cf}]|['’ʼ`](?=[\p{L}\p{Cf}])|\.(?=\p{N}))*/gu;
/** Longer words are cut. */
const maxWordLength = 64;
const plainWord = /^[a-z0-9а-я]*$/;

/** Words of a text in order; lone surrogates are not letters. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const cleaned = clean(match[0].slice(0, maxWordLength));
    if (cleaned)
      words.push({
        text: cleaned,
        start: match.index,
        end: match.index + match[0].length,
        isCapital: match[0][0] !== match[0][0]!.toLowerCase(),
      });
  }
  return words;
}

/** Lower case without accents, apostrophes, points and invisible marks; «ё» is «е»; «й» stays. */
function clean(word: string): string {
  const small = word.toLowerCase();
  if (plainWord.test(small)) return small;
  return small
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ`]s$/, '')
    .replace(/[\p{Cf}'’ʼ`.]/gu, '')
    .replaceAll('ё', 'е')
    .replace(/[^\p{ASCII}а-я]/gu, (letter) => otherLetters[letter] ?? withoutAccent(letter));
}

const withoutAccent = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '');

/** Letters outside both alphabets: Greek by their medical names, other Cyrillic as Russian. */
const otherLetters: Record<string, string> = {
  α: 'alfa', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'dzeta', η: 'eta', θ: 'teta', κ: 'kappa', λ: 'lambda',
  μ: 'mu', ν: 'nu', ξ: 'ksi', π: 'pi', ρ: 'ro', σ: 'sigma', ς: 'sigma', τ: 'tau', φ: 'fi', χ: 'hi', ψ: 'psi', ω: 'omega',
  і: 'и', ї: 'и', є: 'е', ґ: 'г', ў: 'у', ß: 'ss', æ: 'e', œ: 'e', ø: 'o', ł: 'l', ı: 'i', đ: 'd',
}; // prettier-ignore
