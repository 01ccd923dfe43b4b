import { getKind, type AnyRecord } from '#domain/kinds/index.ts';
import { writeRecords } from '#server/catalogue/store.ts';
import type { Database } from '#server/database/database.ts';

/** In order of dependency, so that copies link to copies. */
const kinds = ['disease', 'drug', 'clinic', 'research', 'resource'];

/** Copies the starter's records up to the size, with real page sizes and links at any size. */
export async function multiply(database: Database, size: number): Promise<void> {
  const stored = await database.kysely
    .selectFrom('records')
    .select(['id', 'kind', 'data', 'sources'])
    .where('kind', 'in', kinds)
    .where('state', '=', 'published')
    .orderBy('id')
    .execute();
  const { count } = await database.kysely
    .selectFrom('records')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  let rest = size - Number(count);
  for (let round = 1; rest > 0; round += 1) {
    const copyOf = new Map<number, number>();
    for (const kind of kinds) {
      const models = stored.filter((row) => row.kind === kind).slice(0, rest);
      rest -= models.length;
      const drafts = models.map((model, index) => copy(model, { round, index }, copyOf));
      const written = await database.transaction((tx) => writeRecords(tx, drafts));
      for (const [index, one] of written.entries()) {
        if (!('id' in one)) throw new Error(`a copy was rejected: ${JSON.stringify(one)}`);
        copyOf.set(models[index]!.id, one.id);
      }
    }
  }
}

function copy(
  { id, kind, data, sources }: { id: number; kind: string; data: string; sources: string },
  { round, index }: { round: number; index: number },
  copyOf: ReadonlyMap<number, number>,
) {
  const { orpha, key, nct, parents, ...fields } = JSON.parse(data) as Record<string, unknown>;
  void [key, nct];
  const linked = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(linked) : (copyOf.get(Number(value)) ?? value);
  for (const field of Object.keys(getKind(kind).links))
    if (fields[field] !== undefined) fields[field] = linked(fields[field]);
  // A group may follow its members, without a copy yet.
  const copied = (Array.isArray(parents) ? parents : []).filter((one) => copyOf.has(Number(one)));
  return {
    kind,
    fields: {
      ...fields,
      ...(kind === 'disease' ? { parents: linked(copied) } : {}),
      title: `${String(fields['title'])}, вариант ${round}`,
      ...(orpha === undefined ? {} : { orpha: 2_000_000 + round * 1000 + index }),
    },
    external: `BENCH:${round}-${id}`,
    sources: JSON.parse(sources) as AnyRecord['sources'],
    origins: 'records',
    state: 'published' as const,
    author: 'bench',
  };
}
