import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { getKind } from '#domain/kinds/index.ts';
import { titleOf } from '../catalogue/names.ts';
import { portionsById } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { identityOf, type ImportedFields } from './draft.ts';
import { mapLinks } from './references.ts';

const batchSize = 200;

/**
 * Exports the catalogue in the `records` format, dictionaries first. Ids, versions and revisions are specific
 * to a database and left out; links are external identifiers.
 */
export async function* exportCatalogue(db: ReadDatabase): AsyncGenerator<string> {
  const terms = await db.selectFrom('terms').selectAll().orderBy('vocabulary').orderBy('position').execute();
  for (const { vocabulary, code, title, position, data } of terms)
    yield line({ vocabulary, code, title, position, ...(data ? { data: JSON.parse(data) as unknown } : {}) });

  const references = await referencesOf(db);
  const records = portionsById((last) =>
    db.selectFrom('records').selectAll().where('id', '>', last).orderBy('id').limit(batchSize).execute(),
  );
  for await (const rows of records)
    for (const row of rows) {
      const origins = JSON.parse(row.origins) as Record<string, string>;
      yield line({
        kind: row.kind,
        ...(row.external === null ? {} : { external: row.external }),
        state: row.state,
        reviewed_at: row.reviewed_at,
        reviewer: row.reviewer,
        review_due: row.review_due,
        origins: Object.fromEntries(Object.entries(origins).toSorted()),
        data: mapLinks(
          row.kind,
          written(row.kind, JSON.parse(row.data) as ImportedFields, origins),
          (id) => references.get(Number(id)) ?? id,
        ).fields,
        sources: JSON.parse(row.sources) as unknown,
      });
    }
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

/** Written fields: defaults are restored on import and have no source. */
function written(kind: string, fields: ImportedFields, origins: Record<string, string>): ImportedFields {
  const { shape } = getKind(kind).fields;
  const isDefault = (field: string, value: unknown) => {
    const parsed = (shape[field] as z.ZodType | undefined)?.safeParse(undefined);
    return parsed?.success === true && isDeepStrictEqual(parsed.data, value);
  };
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => Object.hasOwn(origins, field) || !isDefault(field, value),
    ),
  );
}

/** Id → `ORPHA:355`, or `CLINIC:` and the title without an external identifier. */
async function referencesOf(db: ReadDatabase): Promise<Map<number, string>> {
  const rows = await db.selectFrom('records').select(['id', 'kind', 'external', 'card']).execute();
  return new Map(
    rows.map(({ id, kind, external, card }) => [id, identityOf({ kind, external, title: titleOf(card) })]),
  );
}
