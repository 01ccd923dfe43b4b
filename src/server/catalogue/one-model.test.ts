import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openWritableReplica, type WritableReplica } from '#data/writable-replica.ts';
import { follow } from '#data/follow.ts';
import { publicKinds, type Kind } from '#domain/kinds/index.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { fillSample } from '../../../tests/sample/catalogue.ts';
import { openTestDatabase } from '../../../tests/sample/database.ts';
import { startServer } from '../main.ts';
import { catalogueSource } from '../publication/source.ts';
import { openDatabase } from '../database/database.ts';
import { writeRecord } from './store.ts';
import type { Draft } from './draft.ts';

let portal: TestPortal;
let copy: WritableReplica;
beforeAll(async () => {
  portal = await startTestPortal();
  const { gaucher, fabry } = portal.sample;
  const write = (kind: string, fields: Record<string, unknown>) =>
    portal.database.transaction((tx) =>
      writeRecord(tx, { kind, fields, state: 'published', origins: 'editor', author: 'test' }),
    );
  // Where two implementations might differ: day and hour, equal days, none, long values.
  for (const starts_at of ['2027-03-01', '2027-03-01T10:00', '2027-03-01T09:30', '2027-03-01'])
    await write('event', { title: `Школа ${starts_at}`, format: 'online', starts_at, diseases: [gaucher] });
  const study = { study_type: 'interventional', status: 'recruiting', status_checked_at: '2026-11-01' };
  for (const started_at of ['2025-03', '2025-03', '2025-03-07', '2020', undefined])
    await write('research', { title: 'Ещё исследование', ...study, started_at, diseases: [gaucher] });
  for (const date of ['2026-11-01', '2026-11-01', '2026-11-02'])
    await write('news', {
      title: `Новость ${date}`,
      date,
      topics: ['очень длинная тема '.repeat(20).trim()],
    });
  for (const title of ['ёлка', 'Елка', '«Елка» 2', '№ 10', '№ 9', 'Zebra', 'α-елка'])
    await write('disease', { title, title_status: 'established', parents: [fabry], areas: ['metabolic'] });
  await write('disease', {
    title: 'Группа',
    title_status: 'established',
    type: 'category',
    parents: [fabry],
  });
  copy = openWritableReplica(':memory:');
  await follow(copy, catalogueSource(portal));
});
afterAll(async () => {
  copy.close();
  await portal.close();
});

interface List {
  items: { id: number; title: string }[];
  total: number;
  facets: { field: string; values: { id: string; count: number }[] }[];
}

const request = async (kind: Kind, query: Record<string, string> = {}): Promise<List> => {
  const { data } = await portal.get(
    `/api/${kind.api}/filter?${new URLSearchParams({ ...query, page_size: '100' })}`,
  );
  return data as List;
};

const everywhere = { from: 0, size: 1000 };
const listed = publicKinds
  .filter(({ keyedBy }) => keyedBy !== 'code')
  .map((kind) => [kind.name, kind] as const);

test.each(listed)('%s: pages and API have the same records, order and cards', async (name, kind) => {
  const lists = [
    [{}, {}] as const,
    ...copy.letters(name).map(({ slug }) => [{ letter: slug }, { letter: slug }] as const),
    ...kind.facets
      .filter(({ from }) => !from)
      .flatMap(({ field }) =>
        copy
          .values(name, field)
          .map(
            ({ value }) => [{ [field]: value.replaceAll(',', '%2C') }, { facet: { field, value } }] as const,
          ),
      ),
  ];
  for (const [query, selection] of lists) {
    const { items, total } = await request(kind, query);
    const ids = copy.part(name, selection, everywhere);
    expect([query, total, items.map(({ id }) => id)]).toEqual([query, copy.total(name, selection), ids]);
    expect(items).toEqual(ids.map((id) => copy.card(name, id)));
  }
});

test.each(listed)('%s: pages and API have equal counts', async (name, kind) => {
  const { facets } = await request(kind);
  for (const { field, values } of facets) {
    const counts = values.map(({ id, count }) => [id, count] as const);
    const linked = kind.links[field];
    // Links to unpublished records are hidden from readers.
    const known = copy
      .values(name, field)
      .filter(({ value }) => !linked || copy.card(linked, Number(value)))
      .map(({ value, count }) => [value, count] as const);
    expect([field, Object.fromEntries(counts)]).toEqual([field, Object.fromEntries(known)]);
  }
});

test('pages and API list the same incoming links in the same order', async () => {
  const linksIn = async (kind: Kind, id: number) => {
    const { data } = await portal.get(`/api/${kind.api}/${id}`);
    const groups = data.related as { direction: string; kind: string; items: { id: number }[] }[];
    return groups.filter(({ direction }) => direction === 'from');
  };
  for (const [name, kind] of listed)
    for (const { id } of copy.keys(name))
      for (const group of await linksIn(kind, id))
        expect([name, group.kind, group.items.map((card) => card.id)]).toEqual([
          name,
          group.kind,
          copy.linking(id, group.kind),
        ]);
});

test('publications, changes and removals by another process reach the lists, drafts do not', async () => {
  const other = await openDatabase(portal.settings);
  onTestFinished(() => other.close());
  const write = (draft: Partial<Draft>) =>
    other.transaction((tx) =>
      writeRecord(tx, { kind: 'clinic', fields: {}, origins: 'editor', author: 'test', ...draft }),
    );
  const visibleShields = async () => {
    const { data } = await portal.get('/api/clinics/filter?roles=genetics&letter=shch');
    const { items, facets } = data as List;
    const counts = facets.find(({ field }) => field === 'roles')?.values.map(({ count }) => count);
    return [items.map(({ title }) => title), counts];
  };
  const before = await visibleShields();
  const { id } = await write({ fields: { title: 'Щит', roles: ['treatment'] } });
  expect(await visibleShields()).toEqual(before);
  // Responses are cached for a tenth of a second without reading the database.
  await write({ id, state: 'published', fields: { roles: ['genetics'] } });
  await expect.poll(visibleShields).toEqual([['Щит'], [1]]);
  await write({ id, fields: { title: 'Щит и меч' } });
  await expect.poll(visibleShields).toEqual([['Щит и меч'], [1]]);
  await write({ id, state: 'archived' });
  await expect.poll(visibleShields).toEqual(before);
});

test('data derived by an earlier program are recomputed at start', async () => {
  const database = await openTestDatabase();
  const { gaucher } = await fillSample(database);
  const before = await database.kysely.selectFrom('facets').selectAll().orderBy('record_id').execute();
  await database.transaction(async (tx) => {
    await tx.deleteFrom('facets').where('field', '=', 'tier').execute();
    await tx
      .updateTable('records')
      .set({ card: '{"title":"?"}', letter: 'z', title_key: '', completeness: null })
      .where('id', '=', gaucher)
      .execute();
    await tx.updateTable('meta').set({ value: 0 }).where('name', '=', 'derived').execute();
  });
  const server = await startServer({ settings: database.settings });
  onTestFinished(() => server.close());
  const answer = await fetch(new URL('/api/diseases/filter?letter=b&tier=orphanet', server.url));
  const { data } = (await answer.json()) as { data: List };
  expect(data.items).toMatchObject([
    { title: 'Болезнь Гоше', tier: 'orphanet' },
    { title: 'Болезнь Фабри', tier: 'orphanet' },
  ]);
  expect(await database.kysely.selectFrom('facets').selectAll().orderBy('record_id').execute()).toEqual(
    before,
  );
  // Not an edit: no history, no publication.
  expect(data.items[0]).not.toHaveProperty('history');
  const { version } = await database.kysely
    .selectFrom('records')
    .select('version')
    .where('id', '=', gaucher)
    .executeTakeFirstOrThrow();
  expect(version).toBe(1);
});
