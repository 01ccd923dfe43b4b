/** A note with expert judgements. */
export interface JudgedNote {
  text: string;
  present: readonly string[];
  absent: readonly string[];
  uncertain?: readonly string[];
  family?: readonly string[];
}
export type Read = (text: string) => readonly { id: string; state: 'present' | 'absent' | 'uncertain' }[];

/** Shares over all notes; a sign is correct if its number is. */
export interface Figures {
  f1: number;
  precision: number;
  recall: number;
  /** Absent signs recognised as absent. */
  negation: number;
  /** Signs in question recognised as such. */
  uncertainty: number;
  /** Relatives' signs attributed to the patient. */
  leaks: number;
}

export function figuresOf(notes: readonly JudgedNote[], read: Read): Figures {
  let right = 0;
  let stated = 0;
  let judged = 0;
  let leaks = 0;
  const denied = { right: 0, of: 0 };
  const doubted = { right: 0, of: 0 };
  for (const { text, present, absent, uncertain = [], family = [] } of notes) {
    const signs = read(text);
    const of = (state: string) => signs.filter((sign) => sign.state === state).map(({ id }) => id);
    const found = of('present');
    stated += found.length;
    judged += present.length;
    right += present.filter((id) => found.includes(id)).length;
    leaks += family.filter((id) => found.includes(id) && !present.includes(id)).length;
    denied.of += absent.length;
    denied.right += absent.filter((id) => of('absent').includes(id)).length;
    doubted.of += uncertain.length;
    doubted.right += uncertain.filter((id) => of('uncertain').includes(id)).length;
  }
  const precision = right / Math.max(1, stated);
  const recall = right / judged;
  return {
    f1: (2 * precision * recall) / (precision + recall),
    precision,
    recall,
    negation: shareOf(denied),
    uncertainty: shareOf(doubted),
    leaks,
  };
}

/** 1 if nothing was expected. */
const shareOf = ({ right, of }: { right: number; of: number }) => (of === 0 ? 1 : right / of);
