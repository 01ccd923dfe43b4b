import { isAlike } from '#domain/editing/equality.ts';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';

export type { CaseContent } from '#contract/forms/cases.ts';

/** A case in which nothing has been written yet. */
export const emptyContent = (): CaseContent => caseContent.parse({});

/** Two contents that say the same; the order of keys does not matter. */
export const isSameContent = (one: CaseContent, other: CaseContent): boolean => isAlike(one, other);
