import { countRows } from '../database/page.ts';
import type { Selectable } from 'kysely';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, type RecordState } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { namesIn } from '../catalogue/names.ts';
import { authorsOf } from '../account/people.ts';
import { HttpError } from '../http-error.ts';
import { versionOf } from '../catalogue/validation.ts';
import type { Handlers } from '../request/caller.ts';
import { getRow, parsed, versionDifferences } from './record-view.ts';

const pageSize = 20;

export const historyHandlers = {
  'GET /api/editors/records/{id}/history': async ({ db }, { path: { id }, query: { page } }) => {
    const row = await getRow(db, id);
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
    const { summaryOf, differences } = await describers(db, row.kind, revisions);
    return {
      items: revisions.slice(0, pageSize).map((revision, index) => {
        const before = revisions[index + 1];
        return { ...summaryOf(revision), differences: before ? differences(before, revision) : [] };
      }),
      total,
      page,
      page_size: pageSize,
    };
  },
  /** Two versions of a record, earlier first; rich texts are given whole. */
  'GET /api/editors/records/{id}/compare': async ({ db }, { path: { id }, query: { one, other } }) => {
    const row = await getRow(db, id);
    const revisions = await db
      .selectFrom('revisions')
      .selectAll()
      .where('record_id', '=', id)
      .where('version', 'in', [one, other])
      .orderBy('version')
      .execute();
    const [before, after] = revisions;
    if (!before || !after) throw new HttpError(404, 'Такой версии нет.');
    const { summaryOf, differences } = await describers(db, row.kind, revisions);
    const prose = new Set(fieldsOf(row.kind).flatMap(({ type, name }) => (type === 'prose' ? name : [])));
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
  },
} satisfies Partial<Handlers>;

const fieldsOf = (kind: string) => describeKind(getKind(kind)).fields;

type Revision = Selectable<Tables['revisions']>;
type Version = Pick<Revision, 'data' | 'sources'>;

async function describers(db: ReadDatabase, kind: string, revisions: readonly Revision[]) {
  const author = await authorsOf(
    db,
    revisions.map((revision) => revision.author),
  );
  return {
    summaryOf: ({ version, state, reason, created_at, ...revision }: Revision) => ({
      version,
      state: state as RecordState,
      author: author(revision.author),
      reason,
      created_at,
    }),
    differences: await differencesAmong(db, kind, revisions),
  };
}

export async function differencesAmong(db: ReadDatabase, kind: string, versions: readonly Version[]) {
  const fields = fieldsOf(kind);
  const names = await namesIn(
    db,
    fields,
    versions.map(({ data }) => parsed(data)),
  );
  return (before: Version, after: Version) =>
    versionDifferences(fields, versionOf(before), versionOf(after), names);
}
