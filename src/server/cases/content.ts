import * as z from 'zod/mini';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';

/** Content as it is stored: fields that were added later get their empty values. */
export const readContent = (text: string): CaseContent => z.parse(caseContent, JSON.parse(text));

export const emptyContent = (): CaseContent => z.parse(caseContent, {});

/** Signs that are there, in Russian. */
export const presentSigns = ({ signs }: CaseContent) => signs.filter(({ presence }) => presence === 'yes');

/** `none`, `open` or `closed`, of what is shown. */
export const questionStateOf = (content: CaseContent, closedAt: string | null) =>
  content.question.trim() === ''
    ? ('none' as const)
    : closedAt === null
      ? ('open' as const)
      : ('closed' as const);
