import type { Output } from '#contract/contract.ts';
import { differencesOf } from '#domain/editing/words.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, type RecordState } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { namedRecords, namesFor, recordsIn } from '../catalogue/names.ts';
import { authorsOf } from '../account/people.ts';
import { getRow, parsed, parsedSources, sourceDifference } from './show.ts';

const pageSize = 20;

/** Every version of a record with what it changed, the newest first. */
export async function historyOf(
  db: ReadDatabase,
  id: number,
  page: number,
): Promise<Output<'GET /api/editors/records/{id}/history'>> {
  const row = await getRow(db, id);
  const fields = describeKind(getKind(row.kind)).fields;
  const { total } = await db
    .selectFrom('revisions')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow();
  // One more than is shown: the last of the page is compared with it.
  const revisions = await db
    .selectFrom('revisions')
    .selectAll()
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute();
  const linked = await namedRecords(
    db,
    revisions.flatMap(({ data }) => recordsIn(fields, parsed(data))),
  );
  const names = await namesFor(db, fields, linked);
  const author = await authorsOf(
    db,
    revisions.map((revision) => revision.author),
  );
  return {
    items: revisions.slice(0, pageSize).map((revision, index) => {
      const before = revisions[index + 1];
      return {
        version: revision.version,
        state: revision.state as RecordState,
        author: author(revision.author),
        reason: revision.reason,
        created_at: revision.created_at,
        differences: before
          ? [
              ...differencesOf(fields, parsed(before.data), parsed(revision.data), names),
              ...sourceDifference(parsedSources(before.sources), parsedSources(revision.sources)),
            ]
          : [],
      };
    }),
    total: Number(total),
    page,
    page_size: pageSize,
  };
}
