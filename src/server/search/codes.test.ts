import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { writeRecord } from '../catalogue/store.ts';

let portal: TestPortal;
let editor: Browser;
const ids: Record<string, number> = {};

/** Records whose names and numbers contain the codes of others, and which are linked more. */
beforeAll(async () => {
  portal = await startTestPortal();
  const written = { state: 'published', origins: 'editor', author: 'test' } as const;
  const write = async (name: string, kind: string, fields: Record<string, unknown>) => {
    const draft = { ...written, kind, fields };
    ids[name] = (await portal.database.transaction((tx) => writeRecord(tx, draft))).id;
  };
  const disease = (name: string, fields: Record<string, unknown>) =>
    write(name, 'disease', { title_status: 'translated', ...fields });
  await disease('asked', {
    title: 'Редкая ферментопатия с поражением селезёнки и костного мозга',
    orpha: 77_259,
    omim: [{ code: '230800', relation: 'exact' }],
    icd10: [{ code: 'E70.3', relation: 'exact' }],
    mondo: 'MONDO:0009265',
    genes: [{ symbol: 'GBA2', role: 'causal' }],
  });
  await disease('longer', {
    title: 'Аналог 77259',
    synonyms: ['GBA2', 'OMIM', 'E70.3', 'MONDO 0009265', '230800', 'ORPHA'],
    about: 'Подробное описание. '.repeat(20),
    orpha: 772_590,
    omim: [{ code: '772591', relation: 'exact' }],
    icd10: [{ code: 'E70.31', relation: 'exact' }],
    mondo: 'MONDO:0077259',
    genes: [{ symbol: 'GBA2P1', role: 'candidate' }],
  });
  for (const index of [1, 2, 3, 4, 5, 6])
    await disease(`other ${index}`, {
      title: `Аналог GBA2 ${index}`,
      orpha: 77_259_0 + index,
      omim: [{ code: `23080${index}`, relation: 'exact' }],
      icd10: [{ code: `E70.3${index}`, relation: 'exact' }],
      parents: [ids['longer']],
    });
  await disease('group', {
    title: 'Группа болезней',
    type: 'category',
    orpha: 68_367,
    genes: [
      { symbol: 'HLA-DRB1', role: 'causal' },
      { symbol: 'MT-CYB', role: 'causal' },
    ],
  });
  await write('drug', 'drug', {
    title: 'Ферментоза',
    registration: { state: 'registered', number: 'ЛП-№(001102)-(РГ-RU)' },
  });
  await write('other drug', 'drug', {
    title: 'Аналог ЛП 001102',
    registration: { state: 'registered', number: 'ЛП-№(001103)-(РГ-RU)' },
  });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
});
afterAll(() => portal.close());

test.each([
  ['orpha=77259', ['asked']],
  ['omim=230800', ['asked']],
  ['icd10=E70.3', ['asked']],
  ['icd10=e70.3', ['asked']],
  ['gene=GBA2', ['asked']],
  ['gene=gba2', ['asked']],
  ['gene=GBA2P1', ['longer']],
  ['gene=HLA-DRB1', ['group']],
  ['gene=MT-CYB', ['group']],
  ['orpha=68367', ['group']],
  ['q=orpha 68367', ['group']],
  ['orpha=77259&gene=GBA2', ['asked']],
  ['orpha=77259&gene=GBA2P1', []],
  ['gene=GBA2&q=аналог', []],
  ['orpha=77', []],
  ['icd10=E70', []],
  ['gene=E70.3', []],
  ['omim=772592', []],
])(`?%s chooses diseases by code (${dialect})`, async (query, names) => {
  for (const call of ['/api/diseases', '/api/diseases/filter']) {
    const { data } = await portal.get(`${call}?${query.replaceAll(' ', '%20')}`);
    expect([data.total, data.items.map(({ id }: { id: number }) => id)]).toEqual([
      names.length,
      names.map((name) => ids[name]),
    ]);
  }
});

test.each(['orpha=0', 'orpha=E75', 'orpha=1&orpha=2', 'omim=23', 'icd10=75', 'gene=а', 'gene='])(
  '?%s is refused with the form of the code',
  async (query) => {
    const { status, errors } = await portal.get(`/api/diseases?${query}`);
    const [parameter = ''] = query.split('=');
    expect([status, errors[0]?.customData?.field]).toEqual([400, parameter]);
    expect(errors[0]?.message).toMatch(/нужен код вида|указан дважды/);
  },
);

test('the API document has the parameters of codes', async () => {
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  for (const name of ['orpha', 'omim', 'icd10', 'gene'])
    expect(paths['/api/diseases'].get.parameters).toContainEqual(
      expect.objectContaining({ name, in: 'query', required: false }),
    );
  expect(JSON.stringify(paths['/api/drugs'].get.parameters)).not.toContain('"orpha"');
});

const codes = [
  ['ORPHA:77259', 'asked'],
  ['orpha 77259', 'asked'],
  ['77259', 'asked'],
  ['OMIM:230800', 'asked'],
  ['omim 230800', 'asked'],
  ['230800', 'asked'],
  ['E70.3', 'asked'],
  ['е70.3', 'asked'],
  ['мкб-10 E70.3', 'asked'],
  ['MONDO:0009265', 'asked'],
  ['0009265', 'asked'],
  ['GBA2', 'asked'],
  ['gba2', 'asked'],
  ['ген GBA2', 'asked'],
  ['ЛП-№(001102)-(РГ-RU)', 'drug'],
  ['лп 001102', 'drug'],
] as const;

test.each(codes)(`the code %j stands first in the search (${dialect})`, async (query, name) => {
  const text = encodeURIComponent(query);
  const { data: all } = await portal.get(`/api/search?query=${text}`);
  expect.soft([all.items[0]?.id, all.match]).toEqual([ids[name], 'exact']);
  const { data: fast } = await portal.get(`/api/fast-search?query=${text}`);
  expect.soft(fast[0]?.id).toBe(ids[name]);
});

test.each(codes)(`the list asked for %j has its record first (${dialect})`, async (query, name) => {
  const api = name === 'drug' ? 'drugs' : 'diseases';
  const { data } = await portal.get(`/api/${api}?q=${encodeURIComponent(query)}`);
  expect(data.items[0]?.id).toBe(ids[name]);
});

test.each(codes)(`pickers of the desk have the record of %j first (${dialect})`, async (query, name) => {
  const kind = name === 'drug' ? 'drug' : 'disease';
  const { data } = await editor.get(`/api/editors/relations?kind=${kind}&query=${encodeURIComponent(query)}`);
  expect(data[0]?.id).toBe(ids[name]);
});
