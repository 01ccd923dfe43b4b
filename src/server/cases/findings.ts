import type { CaseFinding } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/passages.ts';
import { findPersonalData } from '#domain/deidentification/detector.ts';

/** Places of a case that look like personal data; those that the author has cleared are marked. */
export function findingsOf(content: CaseContent): CaseFinding[] {
  const cleared = new Set(content.cleared.map(({ field, words }) => `${field} ${words}`));
  const patient = content.sex === '' ? {} : { sex: content.sex };
  return passagesOf(content).flatMap(({ section: field, path, text }) =>
    findPersonalData(text, patient).map(({ kind, start, end, words, suggestions }) => ({
      field,
      path,
      kind,
      words,
      start,
      end,
      suggestions,
      cleared: cleared.has(`${field} ${words}`),
    })),
  );
}
