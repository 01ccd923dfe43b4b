import type { Insertable, Selectable } from 'kysely';
import type { EditorsTables } from './editors-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { PublicationTables } from './publication-tables.ts';

/**
 * The tables, alike in both databases: numbers, and text (JSON and ISO times are text too, so that one set of
 * queries serves both and a row reads the same everywhere).
 */
export interface Tables extends PeopleTables, EditorsTables, PublicationTables {
  records: RecordsTable;
  links: LinksTable;
  facets: FacetsTable;
  revisions: RevisionsTable;
  changes: ChangesTable;
  terms: TermsTable;
  meta: MetaTable;
  search_misses: SearchMissesTable;
  search_hints: SearchHintsTable;
}

interface RecordsTable {
  id: number;
  kind: string;
  /** The identifier by which importers know the record again: `ORPHA:355`. */
  external: string | null;
  /** The word in the address, for kinds that are keyed by a code. */
  code: string | null;
  state: string;
  version: number;
  /** JSON: fields of the kind. */
  data: string;
  /** JSON: what others show of the record, open fields only. */
  card: string;
  /** JSON: the sources its facts rest on. */
  sources: string;
  /** JSON: field → who wrote it last. */
  origins: string;
  /** Order of the Russian alphabet, bytewise. */
  title_key: string;
  /** Slug of the letter under which lists show it. */
  letter: string;
  /** The date by which the newest come first; empty for kinds that run from А to Я. */
  newest_key: string;
  reviewed_at: string | null;
  reviewer: string | null;
  review_due: string | null;
  created_at: string;
  updated_at: string;
  /** Number of the latest public change; null while the record has never been public. */
  changed_seq: number | null;
  /** Per cent of what its kind can tell; null until it is counted. */
  completeness: number | null;
  /** The editor who answers for it. */
  owner_id: number | null;
  /** The record that stands for it since it was taken off. */
  successor_id: number | null;
}

interface LinksTable {
  from_id: number;
  field: string;
  to_id: number;
}

/** Values of the fields that lists are narrowed by; rows of published records only. */
interface FacetsTable {
  record_id: number;
  kind: string;
  field: string;
  value: string;
}

/** Every version of every record, whole. */
interface RevisionsTable {
  record_id: number;
  version: number;
  state: string;
  data: string;
  sources: string;
  author: string;
  reason: string | null;
  created_at: string;
  /** JSON: fields whose values this version changed, `sources` among them; null in versions older than the column. */
  fields: string | null;
}

/** One numbered row per change that readers can see. */
interface ChangesTable {
  seq: number;
  record_id: number;
  kind: string;
  action: string;
  version: number;
  created_at: string;
}

interface TermsTable {
  vocabulary: string;
  code: string;
  title: string;
  position: number;
  data: string | null;
}

/** Named numbers: the last record id, the last change, the version of the dictionaries, the last of people's rows. */
interface MetaTable {
  name: string;
  value: number;
}

/** Queries that found nothing, or guesses, and that several have asked, without who. */
interface SearchMissesTable {
  query: string;
  count: number;
  last_at: string;
  /** How sure the latest answer was. */
  match: string;
  /** JSON: numbers of the records that came first. */
  shown: string;
}

/** Queries that too few have asked to be told: of them and of who asked only what nobody without the key can read. */
interface SearchHintsTable {
  hash: string;
  /** JSON: a hash for each network. */
  askers: string;
  last_at: string;
}

export type RecordRow = Selectable<RecordsTable>;
export type NewRecordRow = Insertable<RecordsTable>;
export type RevisionRow = Insertable<RevisionsTable>;
export type ChangeRow = Insertable<ChangesTable>;
export type LinkRow = Insertable<LinksTable>;
export type FacetRow = Insertable<FacetsTable>;
export type AuditRow = Selectable<PeopleTables['audit']>;
export type UserRow = Selectable<PeopleTables['users']>;
export type ReportRow = Selectable<PeopleTables['reports']>;
export type ApplicationRow = Selectable<PeopleTables['applications']>;
export type CaseRow = Selectable<PeopleTables['cases']>;
export type CaseFileRow = Selectable<PeopleTables['case_files']>;
export type UploadRow = Selectable<PeopleTables['uploads']>;
export type DraftRow = Selectable<EditorsTables['drafts']>;
export type ImportRow = Selectable<EditorsTables['imports']>;
export type ImportLine = Selectable<EditorsTables['import_rows']>;
export type NewImportLine = Insertable<EditorsTables['import_rows']>;
export type OutboxRow = Selectable<PeopleTables['outbox']>;
export type PublicationRow = Selectable<PublicationTables['publications']>;
export type TroubleRow = Selectable<PublicationTables['publication_troubles']>;
export type FileRow = Selectable<EditorsTables['files']>;
export type PurgeRow = Selectable<PublicationTables['purges']>;
