import { gaps, type NoteWord } from './text.ts';

/** Words between two punctuation marks, end exclusive. */
export interface NotePart {
  from: number;
  to: number;
  /** Separator before its first word. */
  gap: NoteWord['gap'];
  /** Lower-case words with surrounding spaces: « печень не увеличена ». */
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
