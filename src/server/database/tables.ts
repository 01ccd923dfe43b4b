import type { Insertable, Selectable } from 'kysely';
import { accountTables } from './tables/account.ts';
import { broadcastTables, notificationTables } from './tables/notifications.ts';
import { caseTables } from './tables/cases.ts';
import { catalogueTables } from './tables/catalogue.ts';
import type { RowOf } from './tables/column.ts';
import { editorsTables } from './tables/editors.ts';
import { peopleTables } from './tables/people.ts';
import { publicationTables, readTables } from './tables/publication.ts';

/**
 * Tables of both databases: numbers and text only (JSON and ISO times are text, so that queries and rows are
 * the same everywhere). A column has a type and a privacy class; `tables.test.ts` compares the declaration
 * with the migrations.
 */
export const tables = {
  ...catalogueTables,
  ...peopleTables,
  ...accountTables,
  ...caseTables,
  ...notificationTables,
  ...broadcastTables,
  ...editorsTables,
  ...publicationTables,
  ...readTables,
};

export type Dialect = 'sqlite' | 'postgres';

export type Tables = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };

export type RecordRow = Selectable<Tables['records']>;
export type RevisionRow = Insertable<Tables['revisions']>;
export type ChangeRow = Insertable<Tables['changes']>;
export type LinkRow = Insertable<Tables['links']>;
export type FacetRow = Insertable<Tables['facets']>;
export type AuditRow = Selectable<Tables['audit']>;
export type UserRow = Selectable<Tables['users']>;
export type ReportRow = Selectable<Tables['reports']>;
export type ApplicationRow = Selectable<Tables['applications']>;
export type CaseRow = Selectable<Tables['cases']>;
export type CaseFileRow = Selectable<Tables['case_files']>;
export type UploadRow = Selectable<Tables['uploads']>;
export type DraftRow = Selectable<Tables['drafts']>;
export type ImportRow = Selectable<Tables['imports']>;
export type ImportLine = Selectable<Tables['import_rows']>;
export type NewImportLine = Insertable<Tables['import_rows']>;
export type NotificationRow = Selectable<Tables['notifications']>;
export type BroadcastRow = Selectable<Tables['broadcasts']>;
export type OutboxRow = Selectable<Tables['outbox']>;
export type PublicationRow = Selectable<Tables['publications']>;
export type FileRow = Selectable<Tables['files']>;
export type PurgeRow = Selectable<Tables['purges']>;
