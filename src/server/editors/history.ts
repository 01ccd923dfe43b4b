import { countRows } from '../database/page.ts';
import type { Selectable } from 'kysely';
import type { Output } from '#contract/contract.ts';
import type { VersionComparison } from '#contract/editors.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { differencesOf } from '#domain/editing/differences.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, type RecordState } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { namesIn } from '../catalogue/names.ts';
import { authorsOf } from '../account/people.ts';
import { HttpError } from '../http-error.ts';
import { getRow, parsed, parsedSources, sourceDifference } from './record-view.ts';

const pageSize = 20;

/** Versions of a record with their changes, newest first. */
export async function historyOf(
  db: ReadDatabase,
  id: number,
  page: number,
): Promise<Output<'GET /api/editors/records/{id}/history'>> {
  const row = await getRow(db, id);
  const fields = describeKind(getKind(row.kind)).fields;
  const total = await countRows(db.selectFrom('revisions').where('record_id', '=', id));
  // One more than shown, for comparison.
  const revisions = await db
    .selectFrom('revisions')
    .selectAll()
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute();
  const { summaryOf, differences } = await describers(db, fields, revisions);
  return {
    items: revisions.slice(0, pageSize).map((revision, index) => {
      const before = revisions[index + 1];
      return { ...summaryOf(revision), differences: before ? differences(before, revision) : [] };
    }),
    total,
    page,
    page_size: pageSize,
  };
}

/** Two versions of a record, earlier first; rich texts are given whole. */
export async function compareVersions(
  db: ReadDatabase,
  id: number,
  { one, other }: { one: number; other: number },
): Promise<VersionComparison> {
  const row = await getRow(db, id);
  const fields = describeKind(getKind(row.kind)).fields;
  const revisions = await db
    .selectFrom('revisions')
    .selectAll()
    .where('record_id', '=', id)
    .where('version', 'in', [one, other])
    .orderBy('version')
    .execute();
  const [before, after] = revisions;
  if (!before || !after) throw new HttpError(404, 'Такой версии нет.');
  const { summaryOf, differences } = await describers(db, fields, revisions);
  const prose = new Set(fields.filter(({ type }) => type === 'prose').map(({ name }) => name));
  const text = ({ data }: Revision, field: string) => String(parsed(data)[field] ?? '');
  return {
    versions: [summaryOf(before), summaryOf(after)],
    differences: differences(before, after).map((difference) => ({
      ...difference,
      texts: prose.has(difference.field)
        ? [text(before, difference.field), text(after, difference.field)]
        : null,
    })),
  };
}

type Revision = Selectable<Tables['revisions']>;
type Version = Pick<Revision, 'data' | 'sources'>;

/** Descriptions of versions (author, time, reason) and of differences. */
async function describers(
  db: ReadDatabase,
  fields: readonly FieldDescription[],
  revisions: readonly Revision[],
) {
  const author = await authorsOf(
    db,
    revisions.map((revision) => revision.author),
  );
  return {
    summaryOf: (revision: Revision) => ({
      version: revision.version,
      state: revision.state as RecordState,
      author: author(revision.author),
      reason: revision.reason,
      created_at: revision.created_at,
    }),
    differences: await differencesAmong(db, fields, revisions),
  };
}

/** Describes the differences of any two of these versions. */
export async function differencesAmong(
  db: ReadDatabase,
  fields: readonly FieldDescription[],
  versions: readonly Version[],
) {
  const names = await namesIn(
    db,
    fields,
    versions.map(({ data }) => parsed(data)),
  );
  return (before: Version, after: Version) => [
    ...differencesOf(fields, parsed(before.data), parsed(after.data), names),
    ...sourceDifference(parsedSources(before.sources), parsedSources(after.sources)),
  ];
}
