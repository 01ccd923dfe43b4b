import type { Selectable } from 'kysely';
import { idsOf } from '../database/chunks.ts';
import { portalDay } from '#domain/dates.ts';
import { getKind, isNews, type Edit, type Kind } from '#domain/kinds/index.ts';
import { importOfAuthor } from '../audit/content.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow, Tables } from '../database/tables.ts';

/** Public days of a record; older ones are in the editors' history. */
const maxDays = 20;

/**
 * Public history of published records: days and changed fields that are news, without authors and values. Changes of a
 * draft belong to the day of its publication.
 */
export async function historiesOf(
  db: ReadDatabase,
  rows: readonly Pick<RecordRow, 'id' | 'kind' | 'version'>[],
): Promise<Map<number, Edit[]>> {
  // Records with one version have no history: a fresh import reads nothing.
  const changed = rows.filter(({ version }) => version > 1);
  if (changed.length === 0) return new Map();
  const revisions = await db
    .selectFrom('revisions')
    .select(['record_id', 'state', 'author', 'created_at', 'fields'])
    .where('record_id', 'in', idsOf(changed))
    .orderBy('record_id')
    .orderBy('version')
    .execute();
  const byRecord = Map.groupBy(revisions, ({ record_id }) => record_id);
  return new Map(changed.map(({ id, kind }) => [id, editsOf(byRecord.get(id) ?? [], getKind(kind))]));
}

/** Newest first; the first publication has no fields. What imports publish on a record's first day is no event. */
function editsOf(
  revisions: readonly Pick<Selectable<Tables['revisions']>, 'state' | 'author' | 'created_at' | 'fields'>[],
  kind: Kind,
): Edit[] {
  const days = new Map<string, Set<string>>();
  let waiting = new Set<string>();
  let isFirst = true;
  const installed = revisions[0] && portalDay(revisions[0].created_at);
  for (const { state, author, created_at, fields } of revisions) {
    if (importOfAuthor(author) !== undefined && portalDay(created_at) === installed) {
      isFirst = false;
      continue;
    }
    const named = (fields === null ? [] : (JSON.parse(fields) as string[])).filter((field) =>
      isNews(kind, field),
    );
    for (const field of named) waiting.add(field);
    if (state !== 'published') continue;
    const day = portalDay(created_at);
    if (isFirst) days.set(day, new Set());
    else if (waiting.size > 0 && !(days.has(day) && days.size === 1))
      days.set(day, new Set([...(days.get(day) ?? []), ...waiting]));
    isFirst = false;
    waiting = new Set();
  }
  return [...days]
    .map(([at, fields]) => ({ at, fields: [...fields] }))
    .toReversed()
    .slice(0, maxDays);
}
