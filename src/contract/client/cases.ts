export type {
  CaseCard,
  CaseCheck,
  CaseFile,
  CaseFinding,
  OwnCase,
  OwnCaseRow,
  PublishedCase,
  QueuedCase,
  ReviewedCase,
} from '../cases.ts';
export type { CaseContent } from '../forms/cases.ts';
