import { isAlike } from '#domain/editing/equality.ts';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';

export type { CaseContent } from '#contract/forms/cases.ts';

/** A case in which nothing has been written yet. */
export const emptyContent = (): CaseContent => caseContent.parse({});

/** Two contents that say the same; the order of keys does not matter. */
export function isSameContent(one: CaseContent, other: CaseContent): boolean {
  return differences(one, other).length === 0;
}

/** Sections in which two contents differ. */
export function differences(one: CaseContent, other: CaseContent): (keyof CaseContent)[] {
  const keys = Object.keys(one) as (keyof CaseContent)[];
  return keys.filter((key) => !isAlike(one[key], other[key]));
}
