import { wordsOf, type Word } from '../../search/words.ts';
import { rootOf } from './roots.ts';

export interface NoteWord {
  text: string;
  root: string;
  from: number;
  to: number;
  /** In capitals, like abbreviations. */
  isUpper: boolean;
  /** Separator from the word before: none, comma, clause or sentence. */
  gap: Gap;
  /** Text up to the next word. */
  after: string;
}
export const gaps = { none: 0, comma: 1, clause: 2, sentence: 3 } as const;
export type Gap = (typeof gaps)[keyof typeof gaps];

/** Words of a note with their separators. */
export function tokensOf(note: string): NoteWord[] {
  const words = wordsOf(note);
  return words.map(({ text, start, end }, place): NoteWord => {
    const written = note.slice(start, end);
    const before = words[place - 1];
    return {
      text,
      root: rootOf(text),
      from: start,
      to: end,
      isUpper: written.length > 1 && written === written.toUpperCase() && written !== written.toLowerCase(),
      gap: !before
        ? gaps.sentence
        : isJoined(words, place, note)
          ? gaps.none
          : gapIn(note.slice(before.end, start), note.slice(before.start, before.end), note[start]!),
      after: note.slice(end, words[place + 1]?.start),
    };
  });
}

/** Answers of forms after a mark, with nothing after. */
const answer =
  /^(?:нет|нету|да|есть|отр|отриц\p{L}*|n|норма|(?:исключ|сниж|повыш|ослабл|отсутств|сохран|подтвержд)\p{L}+)$/u;

/**
 * «Судороги: нет», «сыпь (нет)», «слух — N», «б/о», «кольцо Кайзера — Флейшера»: marks that do not separate.
 */
function isJoined(words: readonly Word[], place: number, note: string): boolean {
  const [before, word] = [words[place - 1]!, words[place]!];
  const between = note.slice(before.end, word.start);
  const behind = note.slice(word.end, words[place + 1]?.start);
  if (between === '/') return before.text.length === 1 && word.text.length === 1;
  const isDash = /^\s+[-—–]\s+$/.test(between);
  if (isDash && before.isCapital && word.isCapital && before.text.endsWith('а')) return true;
  return (
    (isDash || /^\s*[:(]\s*$/.test(between)) &&
    answer.test(word.text) &&
    (place === words.length - 1 || /^\s*[.,;)\n]/.test(behind))
  );
}

function gapIn(between: string, before: string, next: string): Gap {
  if (/^,$/.test(between) && /\d$/.test(before) && /\d/.test(next)) return gaps.none;
  if (/[!?;\n•]/.test(between)) return gaps.sentence;
  if (between.includes('.')) {
    const isNew = next !== next.toLowerCase() || /\.\s+\d/.test(between + next);
    return isNew && !/^(?:г|д|см|т|им|ул|проф)$/i.test(before)
      ? gaps.sentence
      : between.includes(',')
        ? gaps.comma
        : gaps.none;
  }
  if (/[:()[\]]|\s[-—–]\s/.test(between)) return gaps.clause;
  return /[,/]/.test(between) ? gaps.comma : gaps.none;
}
