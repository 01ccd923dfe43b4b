export type {
  CaseCard,
  CaseCheck,
  CaseFile,
  CaseFinding,
  OwnCase,
  OwnCaseRow,
  PublishedCase,
  QueuedCase,
  ReadNote,
  ReviewedCase,
} from '../cases.ts';
export type { CaseContent } from '../forms/cases.ts';
