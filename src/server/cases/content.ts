import * as z from 'zod/mini';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';

/** Stored content; fields added later get empty values. */
export const readContent = (text: string): CaseContent => z.parse(caseContent, JSON.parse(text));

export const emptyContent = (): CaseContent => z.parse(caseContent, {});

/** Present signs, in Russian. */
export const presentSigns = ({ signs }: CaseContent) => signs.filter(({ presence }) => presence === 'yes');

/** `none`, `open` or `closed`, for the shown edition. */
export const questionStateOf = (content: CaseContent, closedAt: string | null) =>
  content.question.trim() === ''
    ? ('none' as const)
    : closedAt === null
      ? ('open' as const)
      : ('closed' as const);
