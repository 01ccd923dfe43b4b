import { portalDay } from '#domain/dates.ts';
import { getKind } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { getTerms } from '../catalogue/terms.ts';
import type { ImportContext, KnownRecord } from './format.ts';
import { orphaCode } from './orphanet/disease.ts';
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
    parents: () => readParents(db),
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

/** From links: whole records would take a hundred megabytes. */
async function readParents(db: ReadDatabase): Promise<ReadonlyMap<number, number[]>> {
  const rows = await db
    .selectFrom('links')
    .innerJoin('records as child', 'child.id', 'from_id')
    .innerJoin('records as parent', 'parent.id', 'to_id')
    .where('field', '=', 'parents')
    .where('child.kind', '=', 'disease')
    .select(['child.external as child', 'parent.external as parent'])
    .execute();
  const code = (external: string | null) => orphaCode(external?.replace(/^ORPHA:/, ''));
  const parents = new Map<number, number[]>();
  for (const row of rows) {
    const [child, parent] = [code(row.child), code(row.parent)];
    if (child === undefined || parent === undefined) continue;
    parents.set(child, [...(parents.get(child) ?? []), parent]);
  }
  return parents;
}
