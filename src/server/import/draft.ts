import { getKind, type KindName, type Source } from '#domain/kinds/index.ts';
import type { Draft } from '../catalogue/draft.ts';
import type { Term } from '../catalogue/terms.ts';

/** Fields of a record; links are references (`ORPHA:355`) until resolved. */
export type ImportedFields = Record<string, unknown>;

/** Last source by field: `editor`, `records` (starter and exports) or an import format. */
export type Origins = Record<string, string>;

export interface Current {
  fields: Readonly<ImportedFields>;
  origins: Readonly<Origins>;
}

export interface RecordDraft {
  type: 'record';
  line: number;
  kind: KindName;
  /** External identifier with scheme: `ORPHA:355`; without one the title identifies the record. */
  external: string | null;
  /** Id at the desk, if the file has it. */
  id?: number;
  title?: string;
  /** Externals of referenced records, which are written first. */
  links?: readonly string[];
  /** The new fields, given the current record. */
  fields: (current: Current | undefined) => ImportedFields;
  sources: readonly Source[];
  /** For an unknown record: `upsert` creates it, `update` is rejected, `known` is skipped. */
  mode: 'upsert' | 'update' | 'known';
  absentReason?: string;
  /** Unresolved links are dropped and counted instead of rejecting the draft. */
  looseLinks?: boolean;
  /** Fields with several sources: earlier sources stay. */
  shares?: readonly string[];
  /** The file has no date: the day of the first import stays until it brings changes. */
  isUndated?: boolean;
  envelope?: DraftEnvelope;
}

/** Identity of a draft: its external identifier, or kind and title: `CLINIC:Клиника`. */
export const identityOf = ({
  kind,
  external,
  id,
  title,
}: Pick<RecordDraft, 'external' | 'id' | 'title'> & { kind: string }): string =>
  external ??
  (id === undefined ? undefined : `№${id}`) ??
  `${getKind(kind).external?.scheme ?? kind}:${title ?? ''}`;

export interface DraftEnvelope extends Pick<Draft, 'state' | 'reviewed_at' | 'reviewer' | 'review_due'> {
  origins?: Origins;
}

export interface TermDraft extends Term {
  type: 'term';
  line: number;
  vocabulary: string;
}

export interface ImportRejection {
  type: 'rejected';
  line: number;
  reason: string;
}

/** Something skipped on purpose; equal notes are counted. */
export interface ImportNote {
  type: 'note';
  line: number;
  text: string;
  example?: string;
}

export type ImportFileLine = RecordDraft | TermDraft | ImportRejection | ImportNote;

export const rejected = (line: number, reason: string): ImportRejection => ({
  type: 'rejected',
  line,
  reason,
});
export const importNote = (line: number, text: string, example?: string): ImportNote => ({
  type: 'note',
  line,
  text,
  ...(example === undefined ? {} : { example }),
});
