import { gaps, type NoteWord } from './text.ts';

/** Words between two marks of a note, from one place up to, not including, another. */
export interface NotePart {
  from: number;
  to: number;
  /** What stands before its first word. */
  gap: NoteWord['gap'];
  /** Its words with spaces around each, in small letters: « печень не увеличена ». */
  text: string;
}

export function partsOf(tokens: readonly NoteWord[]): NotePart[] {
  const starts = [...tokens.keys()].filter((place) => tokens[place]!.gap > gaps.none);
  return starts.map((from, number) => {
    const to = starts[number + 1] ?? tokens.length;
    const text = ` ${tokens
      .slice(from, to)
      .map((token) => token.text)
      .join(' ')} `;
    return { from, to, gap: tokens[from]!.gap, text };
  });
}
