export type {
  CaseCard,
  CaseCheck,
  CaseFile,
  CaseFinding,
  OwnCase,
  PublishedCase,
  ReadNote,
  ReviewedCase,
} from '../cases.ts';
export type { CaseContent } from '../forms/cases.ts';
