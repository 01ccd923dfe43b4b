import type { RecordState, Source } from '#domain/kinds/index.ts';

/** Desired state of a record, identified by `id`, else by `external`. */
export interface Draft {
  /** Kind name: 'disease'. */
  kind: string;
  id?: number | undefined;
  /** `ORPHA:355`; default: derived from `fields` by the kind. */
  external?: string | undefined;
  /** Fields to set; `null` empties one. With `whole`, missing fields are emptied too. */
  fields: Record<string, unknown>;
  whole?: boolean | undefined;
  /** Source of the values, for all or by field; stored for changed fields. */
  origins: string | Record<string, string>;
  /** All sources of the record; omitted: unchanged. */
  sources?: readonly Source[] | undefined;
  /** Omitted: unchanged; new records are drafts. */
  state?: RecordState | undefined;
  reviewed_at?: string | null | undefined;
  reviewer?: string | null | undefined;
  /** Omitted or null: unchanged; a published record without one gets its kind's default. */
  review_due?: string | null | undefined;
  /** Record that replaces it when removed. */
  successor?: number | null | undefined;
  owner?: number | undefined;
  /** Published only without `publicationProblems`, as from the desk. */
  strict?: boolean | undefined;
  /** 409 if the stored version differs. */
  expected_version?: number | undefined;
  author: string;
  reason?: string | undefined;
}
