import { portalDay } from '#domain/dates.ts';
import { getKind } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { getTerms } from '../catalogue/terms.ts';
import type { ImportContext, KnownRecord } from './format.ts';
import { readOverlays } from '../catalogue/overlays.ts';

/** Catalogue lookups of formats, cached. */
export async function contextFor(db: ReadDatabase, now: Date): Promise<ImportContext> {
  const records = new Map<string, Promise<readonly KnownRecord[]>>();
  const recordsOf = (kind: string) => {
    let found = records.get(kind);
    if (!found) records.set(kind, (found = readKnownRecords(db, kind)));
    return found;
  };
  return {
    overlays: await readOverlays(),
    recordsOf,
    async terms(vocabulary) {
      return new Map((await getTerms(db, vocabulary)).map(({ code, title }) => [code, title]));
    },
    today: portalDay(now),
  };
}

async function readKnownRecords(db: ReadDatabase, kind: string): Promise<readonly KnownRecord[]> {
  getKind(kind);
  const rows = await db
    .selectFrom('records')
    .select(['id', 'external', 'data'])
    .where('kind', '=', kind)
    .where('state', '!=', 'archived')
    .orderBy('id')
    .execute();
  return rows.map(({ id, external, data }) => ({
    id,
    external,
    fields: JSON.parse(data) as Record<string, unknown>,
  }));
}
