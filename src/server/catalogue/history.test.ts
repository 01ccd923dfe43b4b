import { expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import { getKind } from '#domain/kinds/index.ts';
import { listChanges } from './changes.ts';
import { listFeed } from './files.ts';
import { createContext } from '../request/context.ts';
import { writeRecord } from './store.ts';
import type { Draft } from './draft.ts';

test(`the history of a record has days and fields, without drafts, authors and closed fields (${dialect})`, async () => {
  const database = await openTestDatabase();
  const write = (day: string, more: Partial<Draft>) =>
    database.transaction((tx) =>
      writeRecord(
        tx,
        {
          kind: 'drug',
          external: 'DRUG:A',
          fields: {},
          origins: 'editor',
          author: 'Иванова',
          reason: 'тайная причина',
          ...more,
        },
        new Date(`${day}T10:00:00Z`),
      ),
    );
  const history = async () => {
    const { items } = await listChanges(database.kysely, { since: 0, page_size: 10 });
    const [item] = items;
    expect(JSON.stringify(item)).not.toMatch(/Иванова|тайная/);
    return item?.record?.history;
  };
  await write('2026-01-01', { fields: { title: 'Альфа', title_en: 'A' } });
  await write('2026-01-02', { fields: { form: 'раствор' }, state: 'published' });
  expect(await history()).toEqual([{ at: '2026-01-02', fields: [] }]);
  await write('2026-02-01', { fields: { title: 'Альфа-2', dosing: 'раз в день' } });
  await write('2026-02-01', {
    fields: { form: 'таблетки' },
    sources: [{ title: 'ГРЛС', date: '2026-02-01', fields: ['form'] }],
  });
  // Closed and quiet fields leave no trace.
  await write('2026-03-01', { fields: { dosing: 'два раза в день' } });
  await write('2026-03-02', { fields: { title_en: 'Alpha' } });
  // Changes while unpublished belong to the day of republication.
  await write('2026-04-01', { fields: { inn: 'альфа' }, state: 'draft' });
  await write('2026-04-05', { fields: {}, state: 'published' });
  expect(await history()).toEqual([
    { at: '2026-04-05', fields: ['inn'] },
    { at: '2026-02-01', fields: ['title', 'form', 'sources'] },
    { at: '2026-01-02', fields: [] },
  ]);
  // The filtered feed agrees with that of the section.
  const feed = await listFeed(createContext({ settings: database.settings, database }), getKind('drug'), {
    page: 1,
    page_size: 20,
  });
  expect(String(feed.body)).toMatch(/Изменено: МНН\./);
});

test(`what an import published at once is no event, its later changes are (${dialect})`, async () => {
  const database = await openTestDatabase();
  const write = (day: string, author: string, fields: Draft['fields']) =>
    database.transaction((tx) =>
      writeRecord(
        tx,
        { kind: 'drug', external: 'DRUG:B', fields, origins: 'editor', author, state: 'published' },
        new Date(`${day}T10:00:00Z`),
      ),
    );
  const history = async () => {
    const { items } = await listChanges(database.kysely, { since: 0, page_size: 10 });
    return items[0]?.record?.history;
  };
  await write('2026-01-01', 'import records', { title: 'Бета', title_en: 'B' });
  expect(await history()).toBeUndefined();
  await write('2026-01-01', 'import base', { dosing: 'раз в день' });
  expect(await history()).toBeUndefined();
  await write('2026-01-01', 'Иванова', { form: 'раствор' });
  await write('2026-02-01', 'import records', { inn: 'бета' });
  expect(await history()).toEqual([
    { at: '2026-02-01', fields: ['inn'] },
    { at: '2026-01-01', fields: ['form'] },
  ]);
});
