import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let anna: Browser;
let boris: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const person = async (email: string, name: string, last_name: string) =>
    await withSession(portal, await addPerson(portal, 'editor', { email, name, last_name }));
  anna = await person('anna@example.ru', 'Анна', 'Иванова');
  boris = await person('boris@example.ru', 'Борис', 'Орлов');
});
afterAll(() => portal.close());

const record = async (id: number) => (await anna.get(`/api/editors/records/${id}`)).data;

async function save(id: number, fields: Record<string, unknown>) {
  const { draft, version } = await record(id);
  return await anna.post(
    `/api/editors/records/${id}/draft`,
    { fields: JSON.stringify(fields), expected_version: draft?.version ?? 0, base_version: version },
    'json',
  );
}

test(`a copy is a draft with the other draft's text and sources, without its identifiers (${dialect})`, async () => {
  const id = portal.sample.fabry;
  await save(id, { about: 'Слова черновика.' });
  const whole = await record(id);
  const made = await boris.post('/api/editors/records', {
    kind: 'disease',
    fields: JSON.stringify({ title: 'Болезнь Фабри (копия)' }),
    copy_of: String(id),
  });
  expect(made.status).toBe(200);
  const { orpha, ...kept } = whole.draft.fields;
  expect(orpha).toBeGreaterThan(0);
  expect(made.data).toMatchObject({
    state: 'draft',
    desk_state: 'draft',
    url: null,
    version: 1,
    draft: null,
  });
  expect(made.data.fields).toEqual({ ...kept, title: 'Болезнь Фабри (копия)' });
  expect(made.data.sources).toEqual(whole.draft.sources);
  expect(made.data.owner.name).toContain('Борис');
  expect((await portal.get(`/api/diseases/${made.data.id}`)).status).toBe(404);
  expect(await record(id)).toEqual(whole);
  const other = await boris.post('/api/editors/records', {
    kind: 'news',
    fields: JSON.stringify({ title: 'Новость' }),
    copy_of: String(id),
  });
  expect(other.status).toBe(422);
  expect(
    (await boris.post('/api/editors/records', { kind: 'disease', fields: '{}', copy_of: '999999' })).status,
  ).toBe(404);
});

test(`any two versions are compared in either order; rich texts are given whole (${dialect})`, async () => {
  const made = await anna.post(
    '/api/editors/records',
    {
      kind: 'disease',
      fields: JSON.stringify({ title: 'Сравнение', title_status: 'unsure', about: '**Одно**' }),
    },
    'json',
  );
  const { id } = made.data;
  for (const fields of [{ about: 'Другое' }, { title: 'Сравнение версий' }]) {
    expect((await save(id, fields)).status).toBe(200);
    expect(
      (
        await anna.post(`/api/editors/records/${id}/publish`, {
          expected_version: (await record(id)).draft.version,
          reason: 'Правка',
        })
      ).status,
    ).toBe(200);
  }
  const { status, data } = await boris.get(`/api/editors/records/${id}/compare?one=3&other=1`);
  expect(status).toBe(200);
  expect(data.versions).toMatchObject([
    { version: 1, author: 'Анна Иванова', reason: null },
    { version: 3, author: 'Анна Иванова', reason: 'Правка' },
  ]);
  expect(data.differences).toMatchObject([
    { field: 'title', texts: null, removed: ['Сравнение'], added: ['Сравнение версий'] },
    { field: 'about', texts: ['**Одно**', 'Другое'] },
  ]);
  expect((await boris.get(`/api/editors/records/${id}/compare?one=1&other=9`)).status).toBe(404);
});
