import { getKind, publicKinds, type RecordState } from '#domain/kinds/index.ts';
import type { Database } from '#server/database/database.ts';
import { chanceOf, type Chance } from './chance.ts';
import { openStock, type Stock } from './stock.ts';
import { valuesFrom, type Values } from './values.ts';

/** Published records of each kind at the start: lists of several pages that can still be compared fully. */
const publishedAtFirst = 5;
const kinds = publicKinds.map(({ name }) => name);

/** Makes seeded random changes of everything editable. */
export async function makeEditor(database: Database, seed: number) {
  const chance = chanceOf(seed);
  const stock = await openStock(database, chance);
  const edits = editsOf(stock, valuesFrom(stock, chance), chance);

  async function editOnce(): Promise<string> {
    const kind = chance.pick(kinds)!;
    const die = chance.random();
    if (die < 0.6) return await edits.change(kind);
    if (die < 0.75) return await edits.add(kind);
    if (die < 0.9) return await edits.remove(kind);
    return await edits.review(kind);
  }

  return {
    async publishSome(): Promise<void> {
      for (const kind of kinds)
        for (const row of stock.of(kind, false).slice(0, publishedAtFirst))
          await stock.write({ kind, id: row.id, fields: {}, state: 'published' });
      // Lists of several pages: newest first and alphabetical.
      for (const [kind, count] of [
        ['news', 40],
        ['disease', 58],
      ] as const)
        for (let more = 0; more < count; more += 1) await edits.add(kind);
    },
    /** One change, or several published together. */
    async edit(): Promise<string> {
      const count = chance.random() < 0.8 ? 1 : 2 + chance.below(4);
      const descriptions: string[] = [];
      for (let more = 0; more < count; more += 1) descriptions.push(await editOnce());
      return descriptions.join('; ');
    },
  };
}

/** Edits of each type on a random record; each returns a description. */
function editsOf({ of, attempt, store }: Stock, values: Values, { random, below, pick }: Chance) {
  async function change(kind: string): Promise<string> {
    const row = pick(of(kind, true));
    if (!row) return await add(kind);
    const names = Object.keys(getKind(kind).fields.shape);
    const fields = Object.fromEntries(
      Array.from({ length: 1 + below(2) }, () => pick(names)!).map((name) => [
        name,
        values.valueFor(kind, name),
      ]),
    );
    if (kind !== 'page' && 'code' in fields) delete fields['code'];
    const description = `${kind} ${row.id}: ${JSON.stringify(fields).slice(0, 200)}`;
    return await attempt(description, { kind, id: row.id, fields });
  }

  async function add(kind: string): Promise<string> {
    const unpublished = pick(of(kind, false));
    if (unpublished && random() < 0.6)
      return await attempt(`${kind} ${unpublished.id}: published`, {
        kind,
        id: unpublished.id,
        fields: {},
        state: 'published',
      });
    const model = pick(store.filter((one) => one.kind === kind));
    if (!model) return 'nothing';
    const fields = values.newRecord(kind, model.data);
    return await attempt(`${kind}: new`, { kind, fields, state: 'published' });
  }

  async function remove(kind: string): Promise<string> {
    const row = pick(of(kind, true));
    if (!row) return await add(kind);
    const successor = random() < 0.5 ? pick(of(kind, true))?.id : undefined;
    const to: RecordState = random() < 0.7 ? 'archived' : 'draft';
    return await attempt(`${kind} ${row.id}: ${to}, successor ${successor}`, {
      kind,
      id: row.id,
      fields: {},
      state: to,
      successor: successor === row.id ? null : (successor ?? null),
    });
  }

  async function review(kind: string): Promise<string> {
    const row = pick(of(kind, true));
    if (!row) return await add(kind);
    const source = { title: `Источник ${below(1000)}`, date: '2026-11-20', fields: ['title'] };
    return await attempt(`${kind} ${row.id}: reviewed, sources`, {
      kind,
      id: row.id,
      fields: {},
      reviewed_at: '2026-11-21',
      reviewer: 'Редакция',
      review_due: `202${7 + below(3)}-01-01`,
      sources: Array.from({ length: below(3) }, () => source),
    });
  }
  return { change, add, remove, review };
}
