import { findPersonalData } from '#domain/deidentification/detector.ts';
import type { PersonalFinding } from '#domain/deidentification/finding.ts';
import { readSentences, type Half, type Mark } from './sentences.ts';

export interface Figures {
  sentences: number;
  withData: number;
  marks: number;
  found: number;
  findings: number;
  right: number;
  recall: number;
  precision: number;
  /** Misses and false positives as text. */
  missed: string[];
  wrong: string[];
}

/** Figures of the detector on one half: a finding counts if all its letters and digits are covered. */
export function measure(half: Half): Figures {
  const sentences = readSentences(half);
  const missed: string[] = [];
  const wrong: string[] = [];
  let [marks, findings] = [0, 0];
  for (const { text, marks: own } of sentences) {
    const found = findPersonalData(text);
    marks += own.length;
    findings += found.length;
    for (const mark of own)
      if (!covers(found, mark, text))
        missed.push(`${mark.kind} «${text.slice(mark.start, mark.end)}»: ${text}`);
    for (const finding of found)
      if (
        !own.some(
          (mark) => finding.start < mark.end && finding.end > mark.start && isAlike(finding.kind, mark.kind),
        )
      )
        wrong.push(`${finding.kind} «${finding.words}»: ${text}`);
  }
  const found = marks - missed.length;
  const right = findings - wrong.length;
  return {
    sentences: sentences.length,
    withData: sentences.filter((sentence) => sentence.marks.length > 0).length,
    marks,
    found,
    findings,
    right,
    recall: found / marks,
    precision: right / findings,
    missed,
    wrong,
  };
}

function covers(found: readonly PersonalFinding[], mark: Mark, text: string): boolean {
  const own = found.filter(({ kind }) => isAlike(kind, mark.kind));
  for (let at = mark.start; at < mark.end; at += 1)
    if (/[\p{L}\d]/u.test(text[at] ?? '') && !own.some(({ start, end }) => start <= at && at < end))
      return false;
  return true;
}

/** A name with patronymic is one finding to the author. */
function isAlike(one: string, other: string): boolean {
  const group = (kind: string) => (kind === 'patronymic' ? 'name' : kind);
  return group(one) === group(other);
}
