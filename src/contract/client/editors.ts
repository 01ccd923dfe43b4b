export type { CommentThread, RecordComments } from '../record-comments.ts';
export type { ChangedMany, DeskRow, DeskState, EditedRecord, Presence } from '../editors.ts';
export type {
  ImportCard,
  ImportDetail,
  ImportField,
  ImportFormat,
  ImportRowShown,
  TableColumns,
} from '../imports.ts';
export type { DeskFile } from '../files.ts';
export type { LoggedLetter, LetterState } from '../letters.ts';
export type { AuditLine, DeskDictionary, DeskMenu } from '../desk.ts';
