import { getKind } from '#domain/kinds/index.ts';
import type { Reading } from '../database/database.ts';
import { getTerms } from '../catalogue/terms.ts';
import type { ImportContext, KnownRecord } from './format.ts';
import { readOverlays } from './overlays.ts';

/** Answers the questions of a format about the catalogue, each asked of the database once. */
export async function contextFor(db: Reading, now: Date): Promise<ImportContext> {
  const records = new Map<string, Promise<readonly KnownRecord[]>>();
  const recordsOf = (kind: string) => {
    let found = records.get(kind);
    if (!found) records.set(kind, (found = read(db, kind)));
    return found;
  };
  return {
    overlays: await readOverlays(),
    recordsOf,
    async parents() {
      const diseases = await recordsOf('disease');
      const orpha = new Map(diseases.map(({ id, fields }) => [id, Number(fields.orpha) || undefined]));
      const parents = new Map<number, number[]>();
      for (const { fields } of diseases) {
        if (typeof fields.orpha !== 'number' || !Array.isArray(fields.parents)) continue;
        parents.set(
          fields.orpha,
          fields.parents.map((id) => orpha.get(Number(id))).filter((code) => code !== undefined),
        );
      }
      return parents;
    },
    async terms(vocabulary) {
      return new Map((await getTerms(db, vocabulary)).map(({ code, title }) => [code, title]));
    },
    today: now.toISOString().slice(0, 10),
  };
}

async function read(db: Reading, kind: string): Promise<readonly KnownRecord[]> {
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
