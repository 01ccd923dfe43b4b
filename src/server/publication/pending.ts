import type { WaitingChange } from '#contract/publication.ts';
import { differencesOf } from '#domain/editing/differences.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { namedRecords, namesFor, recordsIn } from '../catalogue/names.ts';
import { getRow, parsed, parsedSources, sourceDifference } from '../editors/record-view.ts';
import { liveSeq, versionsAt } from './seen-versions.ts';

/** Published and future state of a record; equal if nothing is pending. */
export async function waitingChange(db: ReadDatabase, id: number): Promise<WaitingChange> {
  const row = await getRow(db, id);
  const isPublished = row.state === 'published';
  const version = (await versionsAt(db, [id], await liveSeq(db))).get(id);
  if (version === undefined) return { action: isPublished ? 'new' : 'none', differences: [] };
  if (!isPublished) return { action: 'remove', differences: [] };
  const seen = await db
    .selectFrom('revisions')
    .select(['data', 'sources'])
    .where('record_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!seen) return { action: 'edit', differences: [] };
  const { fields } = describeKind(getKind(row.kind));
  const [before, after] = [parsed(seen.data), parsed(row.data)];
  const linked = await namedRecords(db, [...recordsIn(fields, before), ...recordsIn(fields, after)]);
  const differences = [
    ...differencesOf(fields, before, after, await namesFor(db, fields, linked)),
    ...sourceDifference(parsedSources(seen.sources), parsedSources(row.sources)),
  ];
  return { action: differences.length > 0 ? 'edit' : 'none', differences };
}
