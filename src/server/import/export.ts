import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { getKind, kinds } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { ImportedFields } from './draft.ts';
import { deeperLinks } from './references.ts';

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
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('records')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
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
        data: withReferences(
          row.kind,
          written(row.kind, JSON.parse(row.data) as ImportedFields, origins),
          references,
        ),
        sources: JSON.parse(row.sources) as unknown,
      });
      last = row.id;
    }
    if (rows.length < batchSize) return;
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
  const schemes = new Map(kinds.map((kind) => [kind.name, kind.external?.scheme]));
  const rows = await db.selectFrom('records').select(['id', 'kind', 'external']).execute();
  const references = new Map(rows.map(({ id, external }) => [id, external ?? '']));
  const nameless = await db
    .selectFrom('records')
    .select(['id', 'kind', 'card'])
    .where('external', 'is', null)
    .execute();
  for (const { id, kind, card } of nameless)
    references.set(id, `${schemes.get(kind) ?? kind}:${(JSON.parse(card) as { title: string }).title}`);
  return references;
}

function withReferences(
  kind: string,
  fields: ImportedFields,
  references: ReadonlyMap<number, string>,
): ImportedFields {
  const exported = { ...fields };
  const toReference = (id: unknown) => references.get(Number(id)) ?? id;
  for (const field of Object.keys(getKind(kind).links)) {
    const ids = exported[field];
    if (Array.isArray(ids)) exported[field] = ids.map(toReference);
  }
  const [field, key] = deeperLinks(kind);
  const items = field === undefined ? undefined : exported[field];
  if (field !== undefined && key !== undefined && Array.isArray(items)) {
    exported[field] = (items as ImportedFields[]).map((item) =>
      item[key] === undefined ? item : { ...item, [key]: toReference(item[key]) },
    );
  }
  return exported;
}
