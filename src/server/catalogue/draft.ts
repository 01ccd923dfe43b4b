import type { RecordState, Source } from '#domain/kinds/index.ts';

/** Desired state of a record, identified by `id`, else by `external`. */
export interface Draft {
  kind: string;
  id?: number;
  /** `ORPHA:355`; default: derived from `fields` by the kind. */
  external?: string;
  /** Fields to set; `null` empties one. With `whole`, missing fields are emptied too. */
  fields: Record<string, unknown>;
  whole?: boolean;
  /** Source of the values, for all or by field; stored for changed fields. */
  origins: string | Record<string, string>;
  /** All sources of the record; omitted: unchanged. */
  sources?: readonly Source[];
  /** Omitted: unchanged; new records are drafts. */
  state?: RecordState;
  reviewed_at?: string | null;
  reviewer?: string | null;
  /** Omitted or null: unchanged; a published record without one gets its kind's default. */
  review_due?: string | null;
  successor?: number | null;
  owner?: number;
  /** Published only without `publicationProblems`, as from the desk. */
  strict?: boolean;
  /** 409 if the stored version differs. */
  expected_version?: number;
  author: string;
  reason?: string;
}
