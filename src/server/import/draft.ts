import { getKind, type KindName, type Source, type RecordState } from '#domain/kinds/index.ts';

/** What a record holds beside its envelope; links hold references (`ORPHA:355`) until the engine resolves them. */
export type ImportedFields = Record<string, unknown>;

/** Who wrote each field last: `editor`, `records` (the starter and exports) or the name of an import format. */
export type Origins = Record<string, string>;

export interface Current {
  fields: Readonly<ImportedFields>;
  origins: Readonly<Origins>;
}

/** One record as a file states it. */
export interface RecordDraft {
  type: 'record';
  line: number;
  kind: KindName;
  /** Scheme and value of the kind's external identifier: `ORPHA:355`; a record without one is known by its title. */
  external: string | null;
  /** The record itself, where the file says its number at the desk. */
  id?: number;
  title?: string;
  /** Externals of the records that the fields may refer to: those are written first. */
  links?: readonly string[];
  /** The fields as they should become, given what the catalogue holds now. */
  fields: (current: Current | undefined) => ImportedFields;
  sources: readonly Source[];
  /** Of a record that the catalogue does not have: `upsert` makes it, `update` is rejected, `known` is passed over. */
  mode: 'upsert' | 'update' | 'known';
  /** Why an `update` of an unknown record is rejected, when there is more to say than that it is unknown. */
  absentReason?: string;
  /** Links to records that nobody has are left out and counted; otherwise they reject the draft. */
  looseLinks?: boolean;
  /** Fields that are allowed to replace what the starter catalogue says (never what an editor says). */
  replaces?: readonly string[];
  /** Fields to which others add as well: their earlier sources stay. */
  shares?: readonly string[];
  /** The file has no date: the day of its first reading stands until it brings something new. */
  isUndated?: boolean;
  envelope?: Partial<DraftEnvelope>;
}

/**
 * What a record is referred to by, and what tells two drafts of it: its external identifier or, for want of one, its
 * title in the same form: `CLINIC:Клиника`.
 */
export const identityOf = ({ kind, external, id, title }: RecordDraft): string =>
  external ??
  (id === undefined ? undefined : `№${id}`) ??
  `${getKind(kind).external?.scheme ?? kind}:${title ?? ''}`;

export interface DraftEnvelope {
  state: RecordState;
  reviewed_at: string | null;
  reviewer: string | null;
  review_due: string | null;
  origins: Origins;
}

export interface TermDraft {
  type: 'term';
  line: number;
  vocabulary: string;
  code: string;
  title: string;
  position: number;
  data?: Record<string, unknown>;
}

/** A row that cannot be taken, and why, in a sentence for the operator. */
export interface ImportRejection {
  type: 'rejected';
  line: number;
  reason: string;
}

/** Something that was left out on purpose; equal notes are counted together. */
export interface ImportNote {
  type: 'note';
  line: number;
  text: string;
  /** What exactly, for the first few examples. */
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
