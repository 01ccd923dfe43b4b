/** A word, a digit run or a punctuation mark. */
export interface TextToken {
  text: string;
  /** Lower case with «е» for «ё». */
  key: string;
  start: number;
  end: number;
  isWord: boolean;
  isCapital: boolean;
  /** Several letters, all capital. */
  isUpper: boolean;
  sentence: number;
  isFirst: boolean;
}

// Alternatives are disjoint: the time is linear.
const pieces = /\p{L}[\p{L}\p{M}'’]*(?:[-‐‑][\p{L}\p{M}]+)*|\d+|[^\s]/gu;

/** Abbreviations whose full stop does not end a sentence. */
const abbreviations = new Set(
  'г гг гор ул д дом кв корп стр пер пр просп наб пл ш обл р рн с пос п дер ст ср см им проф акад тел моб т тыс млн руб рис табл др соавт янв фев февр мар апр авг сент окт нояб дек гр св'.split(
    ' ',
  ),
);

/** Words of a data file, whose lines have the words of one letter. */
export const listed = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '));

export function keyOf(word: string): string {
  return word.toLowerCase().replaceAll('ё', 'е').replaceAll('‑', '-').replaceAll('‐', '-');
}

/** Splits a text into tokens and counts sentences. */
export function tokenise(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  let sentence = 0;
  let isFirst = true;
  let previousEnd = 0;
  for (const match of text.matchAll(pieces)) {
    const word = match[0];
    const start = match.index;
    const previous = tokens.at(-1);
    const hasCapital = /^\p{Lu}/u.test(word);
    const gap = text.slice(previousEnd, start);
    if (previous && gap !== '') {
      const isNewLine = gap.includes('\n');
      const isEnd =
        isNewLine ||
        (/[.!?…]/.test(previous.text) &&
          !/^\p{Ll}/u.test(word) &&
          !(previous.text === '.' && isAbbreviation(tokens.at(-2), previous)));
      if (isEnd) {
        sentence += 1;
        isFirst = true;
      }
    }
    const isWord = /^\p{L}/u.test(word);
    tokens.push({
      text: word,
      key: keyOf(word),
      start,
      end: start + word.length,
      isWord,
      isCapital: hasCapital,
      isUpper: word.length > 1 && hasCapital && word === word.toUpperCase(),
      sentence,
      isFirst: isFirst && isWord,
    });
    if (isWord || /\d/.test(word)) isFirst = false;
    previousEnd = start + word.length;
  }
  return tokens;
}

function isAbbreviation(word: TextToken | undefined, stop: TextToken): boolean {
  if (!word || word.end !== stop.start) return false;
  return abbreviations.has(word.key) || (word.text.length === 1 && word.isCapital);
}
