export type { CaseCollection, OpenedCollection } from '../case-collections.ts';
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
