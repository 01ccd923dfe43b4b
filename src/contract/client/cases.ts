export type {
  CaseCard,
  CaseCheck,
  CaseFile,
  CaseFinding,
  CaseMessage,
  OwnCase,
  PublishedCase,
  ReadNote,
  ReviewedCase,
} from '../cases.ts';
export type { CaseContent } from '../forms/cases.ts';
export type { SavedCase } from '../saved-cases.ts';
