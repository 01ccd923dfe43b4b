import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { OwnCase } from '#contract/cases.ts';
import type { CaseContentInput } from '#contract/forms/cases.ts';
import { checklist } from '#domain/cases.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { setTerms } from '../account/users.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  lettersTo,
  openBrowser,
  password,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';
import { sweepConsents } from './consents.ts';

let portal: TestPortal;
const browsers: Record<string, Browser> = {};
const at = new Date().toISOString();

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const add = async (name: string, ...[type, more]: [Parameters<typeof addPerson>[1], object?]) => {
    const user = await addPerson(portal, type, { email: `${name}@example.ru`, ...more });
    browsers[name] = await withSession(portal, user);
  };
  await add('author', 'doctor', { verified_at: at, last_name: 'Авторова', name: 'Анна', med: 'Центр' });
  await add('colleague', 'doctor', { verified_at: at, last_name: 'Коллегин', name: 'Олег' });
  await add('unverified', 'doctor');
  await add('partner', 'patient');
  await add('editor', 'editor');
  await add('second', 'editor');
  browsers['anonymous'] = openBrowser(portal);
});
afterAll(() => portal.close());

const as = (name: string) => browsers[name] as Browser;
const full = (more: CaseContentInput = {}): CaseContentInput => ({
  title: 'Спленомегалия у взрослого',
  diseases: [portal.sample.gaucher],
  age_band: 'middle',
  sex: 'female',
  complaint: 'Утомляемость, тяжесть в левом подреберье.',
  signs: [
    { hpo: 'HP:0001744', title: 'Спленомегалия', presence: 'yes' },
    { hpo: 'HP:0001250', title: 'Судороги', presence: 'no' },
  ],
  basis: 'anonymised',
  authorship: 'named',
  rarity_accepted: true,
  ...more,
});
const checks = Object.keys(checklist);

async function draft(content: CaseContentInput = full(), by = 'author'): Promise<OwnCase> {
  const answer = await as(by).post('/api/cases/add', { content }, 'json');
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer.data;
}
const action = (name: string, url: string, fields: object = {}) =>
  as(name).post(`/api${url}`, fields as Record<string, unknown>, 'json');
const submit = async (own: OwnCase): Promise<OwnCase> => {
  const answer = await action('author', `/user/cases/${own.id}/submit`, { version: own.version });
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer.data;
};
const publishCase = async (content: CaseContentInput = full()): Promise<OwnCase> => {
  const sent = await submit(await draft(content));
  const answer = await action('editor', `/editors/cases/${sent.id}/accept`, {
    version: sent.version,
    checks,
  });
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return (await as('author').get(`/api/user/cases/${sent.id}`)).data;
};
const homeCount = async () => (await portal.get('/api/page/home')).data.cases as number;

test(`B009 B222 a doctor writes a case, an editor publishes it, doctors read it and the counter grows (${dialect})`, async () => {
  const before = await homeCount();
  const own = await draft();
  expect(own).toMatchObject({ state: 'draft', version: 1, published: false });
  expect(await homeCount()).toBe(before);
  const sent = await submit(own);
  expect(sent.state).toBe('review');
  const { data: queue } = await as('editor').get('/api/editors/cases');
  expect(queue.items).toContainEqual(
    expect.objectContaining({ id: own.id, author: 'Авторова Анна', age_hours: 0, round: 1 }),
  );
  // A8 home and badge of the desk show that it waits.
  const { data: home } = await as('editor').get('/api/editors/overview');
  expect(home.cases.items).toContainEqual(expect.objectContaining({ id: own.id, title: own.content.title }));
  expect((await as('editor').get('/api/editors/counts')).data).toContainEqual({
    section: 'cases',
    count: home.cases.total,
  });
  const half = await action('editor', `/editors/cases/${own.id}/accept`, {
    version: sent.version,
    checks: checks.slice(1),
  });
  expect([half.status, half.errors[0]?.message]).toEqual([400, 'Отметьте каждый пункт проверки.']);
  const accepted = await action('editor', `/editors/cases/${own.id}/accept`, {
    version: sent.version,
    checks,
  });
  expect(accepted.data).toMatchObject({ state: 'published', published: true });
  expect(accepted.data.reviews[0].checks.toSorted()).toEqual(checks.toSorted());
  expect(await homeCount()).toBe(before + 1);
  const { data: list } = await as('unverified').get(`/api/cases?diseases=${portal.sample.gaucher}`);
  expect(list.items).toContainEqual(
    expect.objectContaining({
      id: own.id,
      author: { title: 'Авторова Анна', place: 'Центр', authorship: 'named' },
    }),
  );
  const { data: shown } = await as('colleague').get(`/api/cases/${own.id}`);
  expect(shown).toMatchObject({ title: 'Спленомегалия у взрослого', edition: 1, own: false });
  expect(shown.citation).toContain('Авторова Анна. Спленомегалия у взрослого.');
  for (const hidden of ['cleared', 'rarity_accepted', 'version', 'remarks'])
    expect(shown).not.toHaveProperty(hidden);
  expect((await lettersTo(portal, 'author@example.ru')).map(({ subject }) => subject)).toContain(
    `Клинический случай № ${own.id} опубликован`,
  );
  const audit = await portal.database.kysely.selectFrom('audit').select(['action', 'details']).execute();
  expect(audit).toContainEqual({ action: 'case published', details: String(own.id) });
});

/** Access to a case by state, written out: who reads it where. */
test('B204 B205 B206 B207 A-2 access to a case by state: others get what a missing id gives', async () => {
  const states: Record<string, OwnCase> = {
    draft: await draft(),
    review: await submit(await draft()),
    published: await publishCase(),
  };
  const returned = await submit(await draft());
  await action('editor', `/editors/cases/${returned.id}/return`, {
    version: returned.version,
    remarks: [{ field: 'complaint', text: 'Уточните.' }],
  });
  states['returned'] = returned;
  const archived = await publishCase();
  await action('author', `/user/cases/${archived.id}/archive`, { version: archived.version });
  states['archived'] = archived;
  const declined = await submit(await draft());
  await action('editor', `/editors/cases/${declined.id}/decline`, {
    version: declined.version,
    reason: 'off-topic',
  });
  states['declined'] = declined;
  const addresses = ['cases', 'user/cases', 'editors/cases'];
  const expected: Record<string, Record<string, number[]>> = {
    anonymous: { '*': [401, 401, 401] },
    partner: { '*': [403, 403, 403] },
    unverified: { '*': [404, 404, 403], published: [200, 404, 403] },
    colleague: { '*': [404, 404, 403], published: [200, 404, 403] },
    author: { '*': [404, 200, 403], published: [200, 200, 403] },
    editor: { '*': [404, 404, 404], review: [404, 404, 200], published: [200, 404, 200] },
  };
  for (const [state, { id }] of Object.entries(states))
    for (const [name, rights] of Object.entries(expected)) {
      const found = await Promise.all(addresses.map((path) => as(name).get(`/api/${path}/${id}`)));
      const missing = await Promise.all(addresses.map((path) => as(name).get(`/api/${path}/999999`)));
      expect([state, name, found.map(({ status }) => status)]).toEqual([
        state,
        name,
        rights[state] ?? rights['*'],
      ]);
      found.forEach((answer, index) => {
        expect(answer.headers['cache-control']).toBe('no-store');
        if (answer.status !== 200) expect(answer.text).toBe(missing[index]?.text);
      });
    }
  for (const name of ['colleague', 'unverified'])
    for (const rest of ['submit', 'withdraw', 'archive', 'discard', 'remove', 'close', 'remarks']) {
      const body = { version: 1, outcome: 'x', remark: 1, resolved: true };
      const there = await action(name, `/user/cases/${states['draft']?.id}/${rest}`, body);
      const gone = await action(name, `/user/cases/999999/${rest}`, body);
      expect([rest, there.status, there.text]).toEqual([rest, gone.status, gone.text]);
      expect(there.status).toBe(rest === 'submit' && name === 'unverified' ? 403 : 404);
    }
});

test('the author sees the number of distinct doctors who read a case', async () => {
  const { id } = await publishCase();
  const readers = async () => {
    const { data } = await as('author').get('/api/user/cases?page_size=100');
    return (data.items as { id: number; readers: number }[]).find((row) => row.id === id)?.readers;
  };
  for (const name of ['author', 'editor', 'anonymous', 'partner']) await as(name).get(`/api/cases/${id}`);
  expect(await readers()).toBe(0);
  for (const name of ['colleague', 'unverified', 'colleague']) await as(name).get(`/api/cases/${id}`);
  expect(await readers()).toBe(2);
});

test('B008 B018 B221 anonymous visitors and partners get number and topics only', async () => {
  const word = 'тайноеслово';
  await publishCase(full({ title: `Случай ${word}`, keywords: [word] }));
  for (const name of ['anonymous', 'partner']) {
    const { data } = await as(name).get('/api/cases/teaser');
    expect(Object.keys(data).toSorted()).toEqual(['topics', 'total']);
    expect(data.topics).toEqual(['Болезни обмена', 'Гематология']);
    const query = encodeURIComponent(word);
    for (const address of [`/api/fast-search?query=${query}`, `/api/search?query=${query}`, '/api/page/home'])
      expect((await as(name).get(address)).text).not.toContain(word);
  }
  const { data: found } = await as('colleague').get(`/api/fast-search?query=${encodeURIComponent(word)}`);
  expect(found[0]).toMatchObject({ iblock: 'cases' });
});

test('A-4 a draft changes no count or facet and is not found by search', async () => {
  const look = async () => [
    await homeCount(),
    (await portal.get('/api/cases/teaser')).data,
    (await as('colleague').get('/api/cases/filter')).data,
    (await as('editor').get(`/api/fast-search?query=${encodeURIComponent('невидимка')}`)).data,
  ];
  const before = await look();
  const own = await draft(full({ title: 'Невидимка', question: 'Невидимка?' }));
  await submit(own);
  expect(await look()).toEqual(before);
  expect((await as('colleague').get('/api/cases?title=x')).status).toBe(400);
  expect((await as('colleague').get('/api/cases?sort=user_id')).status).toBe(400);
});

test('B019 filters, counts, sorting and similar cases by shared signs', async () => {
  const one = await publishCase(full({ sex: 'male', age_band: 'school', question: 'Что дальше?' }));
  const { data } = await as('colleague').get('/api/cases/filter?sex=male&age_band=school');
  expect(data.total).toBe(1);
  const facet = (name: string) => data.facets.find(({ field }: { field: string }) => field === name).values;
  expect(facet('sex')).toContainEqual({ id: 'male', value: 'Мужской', count: 1 });
  expect(facet('question')).toEqual([{ id: 'open', value: 'Ждёт ответа', count: 1 }]);
  expect(facet('diseases')).toEqual([{ id: String(portal.sample.gaucher), value: 'Болезнь Гоше', count: 1 }]);
  const { data: shown } = await as('colleague').get(`/api/cases/${one.id}`);
  expect(shown.similar[0].shared).toEqual(['Спленомегалия']);
  expect(shown.similar.map(({ id }: { id: number }) => id)).not.toContain(one.id);
  const { data: sorted } = await as('colleague').get('/api/cases?sort=-answers&page_size=2');
  expect(sorted.items).toHaveLength(2);
});

test('A6 A7 cases are found by words, signs, genes, region and ownership', async () => {
  const own = await publishCase(
    full({
      title: 'Поздний диагноз',
      history: 'Хитотриозидаза повышена в сорок раз.',
      region: '77',
      question: 'Что дальше?',
      specialities: ['genetics'],
      genes: [{ gene: 'GBA1', hgvs: 'NM_000157.4:c.1226A>G', zygosity: 'homozygous', acmg: 'pathogenic' }],
      signs: [
        { hpo: 'HP:0001744', title: 'Спленомегалия', presence: 'yes' },
        { hpo: 'HP:0002653', title: 'Боль в костях', presence: 'yes' },
      ],
    }),
  );
  const found = async (query: string, name = 'colleague') =>
    (await as(name).get(`/api/cases/filter?${query}`)).data;
  const ids = async (query: string, name?: string) =>
    (await found(query, name)).items.map(({ id }: { id: number }) => id);
  for (const words of ['хитотриозидаза', 'хитотриозидазы', 'Поздний диагноз', 'боль в костях', 'GBA1'])
    expect([words, await ids(`query=${encodeURIComponent(words)}`)]).toEqual([
      words,
      expect.arrayContaining([own.id]),
    ]);
  expect(await ids(`query=${encodeURIComponent('несуществующееслово')}`)).toEqual([]);
  expect(await ids('signs=HP:0001744&signs=HP:0002653')).toEqual([own.id]);
  expect(await ids('genes=GBA1')).toEqual([own.id]);
  expect(await ids('region=77')).toEqual([own.id]);
  const { facets } = await found('genes=GBA1');
  const facet = (name: string) => facets.find(({ field }: { field: string }) => field === name).values;
  expect(facet('region')).toEqual([{ id: '77', value: 'Москва', count: 1 }]);
  expect(facet('signs')).toContainEqual({ id: 'HP:0002653', value: 'Боль в костях', count: 1 });
  expect(await ids('mine=speciality')).toEqual([]);
  const user = await addPerson(portal, 'doctor', { email: 'geneticist@example.ru', verified_at: at });
  browsers['geneticist'] = await withSession(portal, user);
  await portal.database.transaction((tx) => setTerms(tx, user.id, { specialization_id: ['genetics'] }));
  expect(await ids('mine=speciality', 'geneticist')).toEqual([own.id]);
  await action('geneticist', `/user/saved/${own.id}`, { following: true });
  expect(await ids('mine=followed', 'geneticist')).toEqual([own.id]);
});

test('a short question needs no title and complaints and becomes a case', async () => {
  const sent = await submit(
    await draft(
      full({
        title: '',
        complaint: '',
        question: 'Младенец с гипотонией. На что смотреть в первую очередь?',
      }),
    ),
  );
  expect(sent.content.title).toBe('Младенец с гипотонией.');
  const { data } = await as('author').get('/api/user/cases');
  expect(data.items[0]).toMatchObject({ id: sent.id, title: 'Младенец с гипотонией.' });
});

test('measurements have ages and numbers, without names; a case without them is unchanged', async () => {
  const growth = { title: 'Рост', unit: 'см', low: '90', high: '110', laboratory: 'Лаборатория центра' };
  const wrong = await draft(
    full({
      series: [
        { ...growth, points: [{ age: 'давно', value: '98' }] },
        { ...growth, unit: '', low: '5', high: '2', points: [{ age: '4 г.', value: 'много' }] },
        { ...growth, points: [] },
      ],
    }),
  );
  const { data } = await as('author').get(`/api/user/cases/${wrong.id}/check`);
  expect(data.problems.map((problem: { path: string }) => problem.path)).toEqual([
    'series.0.points.0.age',
    'series.1.unit',
    'series.1.high',
    'series.1.points.0.value',
    'series.2.title',
  ]);
  const named = { ...growth, laboratory: 'Записала Иванова Мария Петровна', points: [] };
  const dated = { ...growth, points: [{ age: '12.03.2019', value: '98' }] };
  for (const [one, path] of [
    [named, 'series.0.laboratory'],
    [dated, 'series.0.points.0.age'],
  ] as const) {
    const refused = await as('author').post('/api/cases/add', { content: full({ series: [one] }) }, 'json');
    expect([refused.status, refused.errors?.[0]?.customData?.field]).toEqual([400, path]);
  }
  const points = Array.from({ length: 201 }, () => ({ age: '4 г.', value: '98' }));
  const many = await as('author').post(
    '/api/cases/add',
    { content: full({ series: [{ ...growth, points }] }) },
    'json',
  );
  expect([many.status, many.errors?.[0]?.message]).toEqual([400, 'Не больше 200 измерений.']);

  const series = [{ ...growth, points: [{ age: '4 г. 6 мес.', value: '98,5' }] }];
  const own = await publishCase(full({ series }));
  expect((await as('colleague').get(`/api/cases/${own.id}`)).data.series).toEqual(series);
  // Stored before measurements existed.
  const { kysely } = portal.database;
  const { shown } = await kysely
    .selectFrom('cases')
    .select('shown')
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  const { series: _, ...former } = JSON.parse(shown ?? '{}') as object & { series: unknown };
  await portal.database.transaction((tx) =>
    tx
      .updateTable('cases')
      .set({ shown: JSON.stringify(former) })
      .where('id', '=', own.id)
      .execute(),
  );
  expect((await as('colleague').get(`/api/cases/${own.id}`)).data.series).toEqual([]);
});

test('a second review lists changed measurements', async () => {
  const growth = { title: 'Рост', unit: 'см', low: '', high: '', laboratory: '' };
  const own = await publishCase(full({ series: [{ ...growth, points: [{ age: '4 г.', value: '98' }] }] }));
  const points = [
    { age: '4 г.', value: '98' },
    { age: '5 лет', value: '104' },
  ];
  const saved = await action('author', `/user/cases/${own.id}`, {
    version: own.version,
    content: { ...own.content, series: [{ ...growth, points }] },
  });
  await submit(saved.data);
  const { data } = await as('editor').get(`/api/editors/cases/${own.id}`);
  expect(data.changes.differences).toEqual([
    {
      field: 'series',
      title: 'Показатели во времени',
      removed: ['Рост · см · 4 г. · 98'],
      added: ['Рост · см · 4 г. · 98, 5 лет · 104'],
    },
  ]);
});

test('a variant must be valid HGVS, a gene an HGNC symbol', async () => {
  const wrong = await draft(full({ genes: [{ gene: 'гба', hgvs: 'c.A1226G' }] }));
  const { data } = await as('author').get(`/api/user/cases/${wrong.id}/check`);
  expect(data.problems.map(({ path: place }: { path: string }) => place)).toEqual([
    'genes.0.gene',
    'genes.0.hgvs',
  ]);
  expect(data.problems[1].message).toContain('Сначала место');
});

test('an editor decides on the version they read: a resubmitted case is not published', async () => {
  const sent = await submit(await draft());
  const withdrawn = await action('author', `/user/cases/${sent.id}/withdraw`, { version: sent.version });
  const changed = await as('author').put(`/api/user/cases/${sent.id}`, {
    version: withdrawn.data.version,
    content: full({ title: 'Другие слова' }),
  });
  const resubmitted = await submit(changed.data);
  const late = await action('editor', `/editors/cases/${sent.id}/accept`, { version: sent.version, checks });
  expect(late.status).toBe(409);
  expect(late.errors[0]?.message).toContain('тем временем изменился');
  const read = await action('editor', `/editors/cases/${sent.id}/accept`, {
    version: resubmitted.version,
    checks,
  });
  expect(read.status).toBe(200);
});

test("two tabs: the later one gets the other's version, and nothing is overwritten", async () => {
  const own = await draft();
  const save = (title: string, version: number) =>
    as('author').put(`/api/user/cases/${own.id}`, { version, content: full({ title }) });
  expect((await save('Первая', 1)).data).toMatchObject({ version: 2 });
  const second = await save('Вторая', 1);
  expect(second.status).toBe(409);
  expect(second.data.current).toMatchObject({ version: 2, content: { title: 'Первая' } });
  expect((await save('Вторая', 2)).data).toMatchObject({ version: 3, content: { title: 'Вторая' } });
});

test('of concurrent submit and withdraw one wins, the other gets the reason', async () => {
  const sent = await submit(await draft());
  const { id, version } = sent;
  const results = await Promise.all([
    action('author', `/user/cases/${id}/withdraw`, { version }),
    action('author', `/user/cases/${id}/withdraw`, { version }),
    action('editor', `/editors/cases/${id}/accept`, { version, checks }),
  ]);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of results) expect([200, 404, 409]).toContain(status);
});

test('a case in review cannot be resubmitted: round and queue place stay', async () => {
  const sent = await submit(await draft());
  const repeated = await action('author', `/user/cases/${sent.id}/submit`, { version: sent.version });
  expect([repeated.status, repeated.errors[0]?.message]).toEqual([
    409,
    'Этот случай сейчас отправить нельзя: он уже на проверке или опубликован.',
  ]);
  const { data: queue } = await as('editor').get('/api/editors/cases');
  expect(queue.items).toContainEqual(expect.objectContaining({ id: sent.id, round: 1 }));
  const { data: own } = await as('author').get(`/api/user/cases/${sent.id}`);
  expect([own.version, own.submitted_at]).toEqual([sent.version, sent.submitted_at]);
});

test('an edit is reviewed while readers see the published edition', async () => {
  const own = await publishCase();
  const edited = await as('author').put(`/api/user/cases/${own.id}`, {
    version: own.version,
    content: full({ title: 'Новая редакция' }),
  });
  expect(edited.data).toMatchObject({ state: 'draft', published: true });
  const reads = async () => (await as('colleague').get(`/api/cases/${own.id}`)).data;
  expect((await reads()).title).toBe('Спленомегалия у взрослого');
  const sent = await submit(edited.data);
  expect((await reads()).title).toBe('Спленомегалия у взрослого');
  await action('editor', `/editors/cases/${own.id}/accept`, { version: sent.version, checks });
  expect(await reads()).toMatchObject({ title: 'Новая редакция', edition: 2 });
  const { data: reloaded } = await as('author').get(`/api/user/cases/${own.id}`);
  const other = await as('author').put(`/api/user/cases/${own.id}`, {
    version: reloaded.version,
    content: full({ title: 'Передумала' }),
  });
  const back = await action('author', `/user/cases/${own.id}/discard`, { version: other.data.version });
  expect(back.data).toMatchObject({ state: 'published', content: { title: 'Новая редакция' } });
});

test('remarks belong to sections and are resolved, and letters hold no text of the case', async () => {
  const sent = await submit(await draft(full({ title: 'Словоизслучая' })));
  const answer = await action('editor', `/editors/cases/${sent.id}/return`, {
    version: sent.version,
    remarks: [
      { field: 'complaint', text: 'Уточните давность.' },
      { field: 'signs', text: 'Добавьте признаки.' },
    ],
  });
  expect(answer.data.state).toBe('returned');
  const { data: own } = await as('author').get(`/api/user/cases/${sent.id}`);
  expect(own.remarks.map(({ field }: { field: string }) => field)).toEqual(['complaint', 'signs']);
  const resolved = await action('author', `/user/cases/${sent.id}/remarks`, {
    remark: own.remarks[0].id,
    resolved: true,
  });
  expect(resolved.data.remarks[0].resolved_at).not.toBeNull();
  const letter = (await lettersTo(portal, 'author@example.ru')).at(-1);
  expect(letter?.subject).toContain('нужны правки');
  for (const word of ['Словоизслучая', 'Уточните давность'])
    expect(letter?.text + (letter?.html ?? '')).not.toContain(word);
  expect((await submit(own)).state).toBe('review');
});

test('a second review shows earlier remarks with replies, and changes', async () => {
  const sent = await submit(await draft());
  const seen = async () => (await as('editor').get(`/api/editors/cases/${sent.id}`)).data;
  expect(await seen()).toMatchObject({ former_remarks: [], changes: null });
  await action('editor', `/editors/cases/${sent.id}/return`, {
    version: sent.version,
    remarks: [{ field: 'complaint', text: 'Уточните давность.' }],
  });
  const { data: own } = await as('author').get(`/api/user/cases/${sent.id}`);
  const remark = own.remarks[0].id;
  const reply = (answer: string) =>
    action('author', `/user/cases/${sent.id}/remarks`, { remark, resolved: true, answer });
  const naming = await reply('Об этом знает Иванова Мария Петровна.');
  expect([naming.status, naming.errors[0]?.customData?.field]).toEqual([400, 'answer']);
  expect((await reply('Около трёх лет.')).data.remarks).toMatchObject([{ answer: 'Около трёх лет.' }]);
  const saved = await as('author').put(`/api/user/cases/${sent.id}`, {
    version: own.version,
    content: full({ complaint: 'Утомляемость около трёх лет.', signs: [] }),
  });
  const resubmitted = await submit(saved.data);
  expect(await seen()).toMatchObject({
    former_remarks: [{ round: 1, text: 'Уточните давность.', answer: 'Около трёх лет.' }],
    changes: {
      since: 'returned',
      differences: [
        {
          title: 'Жалобы',
          removed: ['Утомляемость, тяжесть в левом подреберье.'],
          added: ['Утомляемость около трёх лет.'],
        },
        { title: 'Признаки', removed: ['Спленомегалия · есть', 'Эпилептический приступ · нет'], added: [] },
      ],
    },
  });
  // Remarks of earlier rounds are closed.
  expect((await reply('Поздно.')).status).toBe(404);
  await action('editor', `/editors/cases/${sent.id}/accept`, { version: resubmitted.version, checks });
  const { data: published } = await as('author').get(`/api/user/cases/${sent.id}`);
  const edited = await as('author').put(`/api/user/cases/${sent.id}`, {
    version: published.version,
    content: full({ complaint: 'Утомляемость около трёх лет.', signs: [], sex: 'male' }),
  });
  await submit(edited.data);
  expect((await seen()).changes).toMatchObject({
    since: 'published',
    differences: [{ title: 'Пол', removed: ['Женский'], added: ['Мужской'] }],
  });
});

test('a doctor who requests checks too often waits, others do not', async () => {
  const own = await draft(full(), 'unverified');
  const statuses = [];
  for (let index = 0; index < 40; index += 1)
    statuses.push((await as('unverified').get(`/api/user/cases/${own.id}/check`)).status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
  expect(statuses.at(-1)).toBe(429);
  const another = await draft(full(), 'colleague');
  expect((await as('colleague').get(`/api/user/cases/${another.id}/check`)).status).toBe(200);
});

test('suspected personal data blocks submission until replaced or cleared, and the editor sees clearances', async () => {
  const history = 'Пациент Иванов Иван Петрович поступил 12.03.2024.';
  const added = await as('author').post('/api/cases/add', { content: full({ history }) }, 'json');
  expect([added.status, added.errors]).toMatchObject([400, [{ customData: { field: 'history' } }]]);
  const own = await draft(full());
  // A draft from before browsers withheld such words.
  await portal.database.transaction((tx) =>
    tx
      .updateTable('cases')
      .set({ data: JSON.stringify({ ...own.content, history }) })
      .where('id', '=', own.id)
      .execute(),
  );
  const refused = await action('author', `/user/cases/${own.id}/submit`, { version: own.version });
  expect(refused.status).toBe(400);
  expect(refused.errors.map(({ customData }) => customData?.field)).toContain('history');
  const { data: check } = await as('author').get(`/api/user/cases/${own.id}/check`);
  expect(check.ready).toBe(false);
  expect(check.findings.length).toBeGreaterThan(1);
  const cleared = check.findings.map(({ field, words }: { field: string; words: string }) => ({
    field,
    words,
  }));
  const marked = await as('author').put(`/api/user/cases/${own.id}`, {
    version: own.version,
    content: { ...own.content, history, cleared },
  });
  const sent = await submit(marked.data);
  const { data: reviewed } = await as('editor').get(`/api/editors/cases/${sent.id}`);
  expect(reviewed.check.findings.every((finding: { cleared: boolean }) => finding.cleared)).toBe(true);
  expect(reviewed.content.cleared).toEqual(cleared);
});

test('the server checks every field that the browser checks', async () => {
  const name = 'Иванов Иван Петрович';
  const there = (words: string) => ({
    signs: [{ hpo: 'HP:0001744', title: 'Спленомегалия', presence: 'yes' as const, note: words }],
    tests: [{ title: words, value: words, unit: words, reference: words, when: words, note: words }],
    timeline: [{ kind: 'symptom' as const, when: words, title: words, text: words }],
    keywords: [words],
  });
  const places = [
    'signs.0.note',
    ...['title', 'value', 'unit', 'reference', 'when', 'note'].map((key) => `tests.0.${key}`),
    ...['when', 'title', 'text'].map((key) => `timeline.0.${key}`),
    'keywords.0',
  ];
  const refused = await as('author').post('/api/cases/add', { content: full(there(name)) }, 'json');
  expect([refused.status, refused.errors]).toMatchObject([400, [{ customData: { field: 'signs.0.note' } }]]);
  // A18: a mark of withheld words blocks submission in each field.
  const own = await draft(full(there('▒имя▒')));
  const { data: check } = await as('author').get(`/api/user/cases/${own.id}/check`);
  expect(check.ready).toBe(false);
  expect(check.findings.map(({ path, kind }: { path: string; kind: string }) => [path, kind])).toEqual(
    places.map((path) => [path, 'name']),
  );
  const held = await as('author').put(`/api/user/cases/${own.id}`, {
    version: own.version,
    content: { ...own.content, cleared: [{ field: 'keywords', words: '▒имя▒' }] },
  });
  const answer = await action('author', `/user/cases/${own.id}/submit`, { version: held.data.version });
  expect(answer.status).toBe(400);
  expect(answer.errors.map(({ customData }) => customData?.field)).toEqual(places);
  expect(answer.errors[0]?.message).toContain('«Признаки»: вместо знака ▒имя▒ напишите');
});

test("a sign has the list's title, whatever was sent", async () => {
  const sign = (hpo: string) => ({ hpo, title: 'Иванов Иван Петрович', presence: 'yes' as const });
  const own = await draft(full({ signs: [sign('HP:0001744')] }));
  expect(own.content.signs[0]?.title).toBe('Спленомегалия');
  const answer = await action('author', `/user/cases/${own.id}`, {
    version: own.version,
    content: full({ signs: [sign('HP:9999999')] }),
  });
  expect([answer.status, answer.errors]).toMatchObject([400, [{ customData: { field: 'signs' } }]]);
});

test('published content is not deleted; other content is, with files', async () => {
  const own = await publishCase();
  const remove = (version: number) => action('author', `/user/cases/${own.id}/remove`, { version });
  expect((await remove(own.version)).status).toBe(409);
  const { data: hidden } = await action('author', `/user/cases/${own.id}/archive`, { version: own.version });
  expect((await as('colleague').get(`/api/cases/${own.id}`)).status).toBe(404);
  await upload(own.id, await picture());
  expect((await remove(hidden.version)).status).toBe(200);
  const files = portal.database.kysely.selectFrom('case_files').select('id').where('case_id', '=', own.id);
  expect(await files.execute()).toEqual([]);
  expect((await as('author').get(`/api/user/cases/${own.id}`)).status).toBe(404);
});

test('a rare combination is submitted only after the warning is accepted', async () => {
  const own = await draft(full({ region: '77', age_band: 'neonatal', rarity_accepted: false }));
  const refused = await action('author', `/user/cases/${own.id}/submit`, { version: own.version });
  expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([400, 'region']);
});

test('only verified doctors submit; drafts are open to every doctor', async () => {
  const own = await draft(full(), 'unverified');
  expect((await action('unverified', `/user/cases/${own.id}/submit`, { version: 1 })).status).toBe(403);
  expect((await as('partner').post('/api/cases/add', {}, 'json')).status).toBe(403);
});

test('a repeated request with one key creates one case', async () => {
  const send = () =>
    as('author').post('/api/cases/add', { content: full() }, 'json', { 'idempotency-key': 'one-case' });
  const [first, second] = await Promise.all([send(), send()]);
  expect(first.data.id).toBe(second.data.id);
});

test('colleagues answer, followers get letters, the author closes with the outcome', async () => {
  const own = await publishCase(full({ question: 'Какую дозу выбрать?', authorship: 'speciality' }));
  expect((await as('colleague').get(`/api/cases/${own.id}`)).data).toMatchObject({
    author: { title: 'Врач', place: '' },
    question_state: 'open',
    may_answer: true,
  });
  const answer = { opinion: 'Начал бы с меньшей.', next_steps: 'МРТ.', experience: 'seen' };
  expect((await action('unverified', `/cases/${own.id}/answers`, answer)).status).toBe(403);
  await action('unverified', `/user/saved/${own.id}`, { following: true });
  const named = await action('colleague', `/cases/${own.id}/answers`, {
    ...answer,
    opinion: 'Позвоните Петровой Марии Ивановне, +7 903 123-45-67.',
  });
  expect([named.status, named.errors[0]?.customData?.field]).toEqual([400, 'opinion']);
  const { data } = await action('colleague', `/cases/${own.id}/answers`, answer);
  expect(data.answers[0]).toMatchObject({ author: { title: 'Коллегин Олег' }, own: true });
  for (const email of ['author@example.ru', 'unverified@example.ru']) {
    const letter = (await lettersTo(portal, email)).at(-1);
    expect(letter?.subject).toBe(`Клинический случай № ${own.id}: новый ответ`);
    expect(letter?.text).not.toContain('Начал бы');
  }
  const closed = await action('author', `/user/cases/${own.id}/close`, {
    outcome: 'Через месяц лучше.',
    answer: data.answers[0].id,
  });
  expect(closed.data).toMatchObject({ question_state: 'closed', question_outcome: 'Через месяц лучше.' });
  expect((await as('colleague').get(`/api/cases/${own.id}`)).data.answers[0].helped).toBe(true);
  await action('colleague', `/cases/${own.id}/report`, { text: 'Видно лицо.' });
  const { data: problems } = await as('editor').get('/api/editors/cases/problems?state=new');
  expect(problems.items[0]).toMatchObject({ case_id: own.id, text: 'Видно лицо.' });
  await action('editor', `/editors/cases/answers/${data.answers[0].id}/remove`);
  expect((await as('colleague').get(`/api/cases/${own.id}`)).data.answers[0]).toMatchObject({
    removed_by: 'editor',
    helped: false,
  });
});

const picture = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Copyright: 'канарейка-canary' } })
    .jpeg()
    .toBuffer();
const upload = (id: number, bytes: Buffer, role = 'figure', name = 'снимок.jpg', by = 'author') =>
  as(by).post(
    `/api/user/cases/${id}/files`,
    { role, file: new File([new Uint8Array(bytes)], name) },
    'multipart',
  );

/** The case with a patient's consent uploaded. */
async function withConsent(own: OwnCase, by = 'author'): Promise<OwnCase> {
  await upload(own.id, await simplePdf(), 'consent', 'согласие.pdf', by);
  return (await as(by).get(`/api/user/cases/${own.id}`)).data;
}

test('E-6 a picture is re-encoded and shown only when published, the consent never', async () => {
  const own = await draft(full({ basis: 'consent' }));
  const { data: figure } = await upload(own.id, await picture());
  expect(figure).toMatchObject({ role: 'figure', type: 'image/jpeg', width: 40, height: 30 });
  const large = await upload(own.id, Buffer.concat([await picture(), Buffer.alloc(20 * 2 ** 20)]));
  expect([large.status, large.errors[0]?.customData?.field]).toEqual([400, 'file']);
  const pdf = await simplePdf();
  const { data: consent } = await upload(own.id, pdf, 'consent', 'согласие.pdf');
  const content = { ...own.content, figures: [{ file: figure.id, caption: 'УЗИ', alt: 'Селезёнка' }] };
  const saved = await as('author').put(`/api/user/cases/${own.id}`, { version: 1, content });
  const sent = await submit(saved.data);
  const at = (kind: string, file: number) => `/api/${kind}cases/${own.id}/files/${file}`;
  const early = await as('author').post(`${at('user/', figure.id)}/remove`, {}, 'json');
  expect([early.status, early.errors[0]?.message]).toEqual([409, expect.stringContaining('на проверке')]);
  expect((await as('colleague').get(at('', figure.id))).status).toBe(404);
  expect((await as('editor').get(at('editors/', consent.id))).status).toBe(200);
  await action('editor', `/editors/cases/${own.id}/accept`, { version: sent.version, checks });
  const seen = await as('colleague').get(at('', figure.id));
  expect(seen.status).toBe(200);
  expect(seen.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(seen.text).not.toContain('canary');
  for (const [name, status] of [
    ['anonymous', 401],
    ['partner', 403],
  ] as const)
    expect((await as(name).get(at('', figure.id))).status).toBe(status);
  expect((await as('colleague').get(at('', consent.id))).status).toBe(404);
  expect((await as('colleague').get(at('user/', figure.id))).status).toBe(404);
  const { data: after } = await as('author').post(`${at('user/', figure.id)}/remove`, {}, 'json');
  expect(after.content.figures).toEqual([]);
  expect((await as('colleague').get(at('', figure.id))).status).toBe(200);
});

test('a doctor who opens too many cases is stopped, and editors are notified at the sixtieth', async () => {
  const own = await publishCase();
  const row = await portal.database.kysely
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  const { id: reader } = await addPerson(portal, 'doctor', { email: 'collector@example.ru' });
  const browser = await withSession(portal, { id: reader });
  const first = 800_000;
  await portal.database.transaction(async (tx) => {
    for (let index = 0; index < 61; index += 1)
      await tx
        .insertInto('cases')
        .values({ ...row, id: first + index, changed_seq: null })
        .execute();
  });
  onTestFinished(() =>
    portal.database
      .transaction((tx) =>
        tx
          .deleteFrom('cases')
          .where('id', '>=', first)
          .where('id', '<', first + 61)
          .execute(),
      )
      .then(() => undefined),
  );
  const statuses = [];
  for (let index = 0; index < 61; index += 1)
    statuses.push((await browser.get(`/api/cases/${first + index}`)).status);
  expect([...new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([200, 429]);
  // Cases read before stay open.
  expect((await browser.get(`/api/cases/${first}`)).status).toBe(200);
  const letters = await lettersTo(portal, 'editor@example.ru');
  expect(letters.filter(({ subject }) => subject.includes('открыл 60'))).toHaveLength(1);
});

test(`a patient's consent is encrypted, read only by the round's reviewer, and deleted by retention (${dialect})`, async () => {
  const own = await draft(full({ basis: 'consent' }));
  const words = 'Согласие Сидоровой Анны';
  const pdf = await simplePdf(words);
  const { data: consent } = await upload(own.id, pdf, 'consent', 'согласие Сидоровой.pdf');
  expect(consent.name).toBe(`consent-${consent.id}.pdf`);
  const { file } = await portal.database.kysely
    .selectFrom('case_files')
    .select('file')
    .where('id', '=', consent.id)
    .executeTakeFirstOrThrow();
  const stored = await readFile(path.join(portal.settings.DATA_DIR, 'uploads', file.slice(0, 2), file));
  expect(stored.includes(words)).toBe(false);
  const at = `/api/editors/cases/${own.id}/files/${consent.id}`;
  const mine = await as('author').get(`/api/user/cases/${own.id}/files/${consent.id}`);
  expect(mine.text).toContain(words);
  const sent = await submit(own);
  expect((await as('editor').get(at)).text).toContain(words);
  // Repeated, because reviewers read twice; another editor cannot read.
  expect((await as('editor').get(at)).status).toBe(200);
  expect((await as('second').get(at)).status).toBe(403);
  const { data: readings } = await as('author').get('/api/user/readings');
  expect(readings).toContainEqual(
    expect.objectContaining({ place: 'case', fields: [`consent of case ${own.id}`] }),
  );
  const looks = await portal.database.kysely
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'consent of a patient read')
    .execute();
  expect(looks.filter(({ details }) => details?.includes(`файл ${consent.id}`))).toHaveLength(2);
  await action('editor', `/editors/cases/${own.id}/accept`, { version: sent.version, checks });
  expect((await as('editor').get(at)).status).toBe(403);
  const later = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  await sweepConsents({ ...portal, now: later(29) });
  expect((await as('author').get(`/api/user/cases/${own.id}`)).data.files).toHaveLength(1);
  await sweepConsents({ ...portal, now: later(31) });
  const { data: after } = await as('author').get(`/api/user/cases/${own.id}`);
  expect(after.files).toEqual([]);
  const { text } = after.history.at(-1);
  expect(text).toMatch(/^Удалено по правилу через 30 дн\. .*Видели: .*SHA-256: [0-9a-f]{64}\.$/);
  expect(text).not.toContain('Сидоров');
  await expect(
    readFile(path.join(portal.settings.DATA_DIR, 'uploads', file.slice(0, 2), file)),
  ).rejects.toThrow('ENOENT');
});

test.each([
  ['a zip named .jpg', Buffer.from('PK\x03\x04 и ещё'), 'ZIP'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'HTML'],
  ['DICOM', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]), 'DICOM'],
  ['a PDF', Buffer.from('%PDF-1.7\n%%EOF\n'), 'PDF'],
  ['AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), 'AVIF'],
])('E-6 %s is rejected as a figure with the reason', async (_, bytes, word) => {
  const own = await draft();
  const answer = await upload(own.id, bytes);
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, 'file']);
  expect(answer.errors[0]?.message).toContain(word);
});

test('E-6 a header of 256 megapixels, 60 pictures: an error each, nothing breaks', async () => {
  const own = await draft();
  const header = Buffer.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  );
  header.writeUInt32BE(16_000, 16);
  header.writeUInt32BE(16_000, 20);
  expect((await upload(own.id, header)).errors[0]?.message).toContain('25 мегапикселей');
  const bytes = await picture(8);
  const results = [];
  for (let round = 0; round < 6; round += 1)
    results.push(...(await Promise.all(Array.from({ length: 10 }, () => upload(own.id, bytes)))));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('30,000 characters are saved in a draft and rejected for review by section; markup stays text', async () => {
  const long = 'Слово и дело. '.repeat(2200);
  const markup = '<img src=x onerror=alert(1)>"><script>alert(1)</script>';
  const own = await draft(full({ history: long, therapy: markup, title: markup }));
  expect(own.content.history).toBe(long);
  expect(own.content.title).toBe(markup);
  const refused = await action('author', `/user/cases/${own.id}/submit`, { version: 1 });
  expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([400, 'history']);
  const spoilt = await as('author').post('/api/cases/add', { content: { title: 'a\0b' } }, 'json');
  expect([spoilt.status, spoilt.errors[0]?.customData?.field]).toEqual([400, 'content.title']);
  const form = await as('author').post('/api/cases/add', { content: 'x' }, 'form');
  expect(form.status).toBe(415);
});

test('missing references are rejected by field', async () => {
  for (const [field, value] of [
    ['diseases', [portal.sample.draftDisease]],
    ['drugs', [portal.sample.gaucher]],
    ['areas', ['nowhere']],
    ['region', '00'],
    ['figures', [{ file: 1, caption: '', alt: '' }]],
    ['diseases', [portal.sample.gaucher, portal.sample.gaucher]],
  ] as const) {
    const answer = await as('author').post('/api/cases/add', { content: { [field]: value } }, 'json');
    expect([field, answer.status, answer.errors[0]?.customData?.field]).toEqual([field, 400, field]);
  }
  const twice = { file: 1, caption: '', alt: '' };
  const answer = await as('author').post('/api/cases/add', { content: { figures: [twice, twice] } }, 'json');
  expect(answer.errors[0]?.message).toContain('дважды');
});

test('an action that the state of a case forbids is refused, and says what to do', async () => {
  const begun = await draft();
  const waiting = await submit(await draft(full({ basis: 'consent' })).then(withConsent));
  const sent = await submit(await draft());
  const { data: declined } = await action('editor', `/editors/cases/${sent.id}/decline`, {
    version: sent.version,
    reason: 'off-topic',
  });
  const published = await publishCase(full({ question: '' }));
  const asking = await publishCase(full({ question: 'Что дальше?' }));
  const other = await publishCase();
  const { data: discussed } = await action('colleague', `/cases/${asking.id}/answers`, {
    opinion: 'Начал бы с малой дозы.',
    experience: 'seen',
  });
  const withdrawn: number = discussed.answers[0].id;
  await action('editor', `/editors/cases/answers/${withdrawn}/remove`);
  const refusals: [string, string, object, number, string][] = [
    ['author', `/user/cases/${waiting.id}`, { content: full() }, 409, 'отзовите'],
    ['author', `/user/cases/${declined.id}`, { content: full() }, 409, 'только удалить'],
    ['author', `/user/cases/${waiting.id}/remove`, {}, 409, 'отзовите'],
    ['author', `/user/cases/${waiting.id}/files/${waiting.files[0]?.id}/remove`, {}, 409, 'отзовите'],
    ['author', `/user/cases/${begun.id}/files/999999/remove`, {}, 404, 'файла нет'],
    ['author', `/user/cases/${begun.id}/archive`, {}, 409, 'не опубликован'],
    ['author', `/user/cases/${begun.id}/discard`, {}, 409, 'не публиковался'],
    ['author', `/user/cases/${begun.id}/close`, { outcome: 'Лучше.' }, 409, 'не опубликован'],
    ['author', `/user/cases/${published.id}/close`, { outcome: 'Лучше.' }, 409, 'Открытого вопроса'],
    ['author', `/user/cases/${asking.id}/close`, { outcome: 'Лучше.', answer: withdrawn }, 400, 'ответа нет'],
    ['colleague', `/cases/${other.id}/report`, { text: 'Грубо.', answer: withdrawn }, 400, 'сообщения нет'],
    ['editor', `/editors/cases/${published.id}/accept`, { checks }, 409, 'не на проверке'],
    ['editor', `/editors/cases/${waiting.id}/archive`, { reason: 'off-topic' }, 409, 'не опубликован'],
  ];
  const versions = new Map([begun, waiting, declined, published, asking].map((one) => [one.id, one.version]));
  const answers = [];
  for (const [name, url, fields] of refusals) {
    const version = versions.get(Number(/\d+/.exec(url)?.[0]));
    const { status, errors } = await action(name, url, { version, ...fields });
    answers.push([url, status, errors?.[0]?.message]);
  }
  expect(answers).toEqual(
    refusals.map(([, url, , status, words]) => [url, status, expect.stringContaining(words)]),
  );
  for (const { id } of [waiting, declined])
    expect((await upload(id, await picture())).status, `a file for case ${id}`).toBe(409);
});

test('an author has at most 200 unpublished cases', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'prolific@example.ru', verified_at: at });
  browsers['prolific'] = await withSession(portal, user);
  const { id } = await draft(full(), 'prolific');
  const row = await portal.database.kysely
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await portal.database.transaction(async (tx) => {
    for (let index = 0; index < 199; index += 1)
      await tx
        .insertInto('cases')
        .values({ ...row, id: 700_000 + index, changed_seq: null })
        .execute();
  });
  const answer = await action('prolific', '/cases/add');
  expect([answer.status, answer.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('200 черновиков'),
  ]);
});

test('the case of an author who is no longer verified is not published', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'doubted@example.ru', verified_at: at });
  browsers['doubted'] = await withSession(portal, user);
  const own = await draft(full(), 'doubted');
  const { data: sent } = await action('doubted', `/user/cases/${own.id}/submit`, { version: own.version });
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ verified_at: null }).where('id', '=', user.id).execute(),
  );
  const answer = await action('editor', `/editors/cases/${own.id}/accept`, { version: sent.version, checks });
  expect([answer.status, answer.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('не подтверждён'),
  ]);
});

test("an editor cannot open the consent of one's own case", async () => {
  const own = await withConsent(await draft(full({ basis: 'consent' }), 'editor'), 'editor');
  await action('editor', `/user/cases/${own.id}/submit`, { version: own.version });
  const answer = await as('editor').get(`/api/editors/cases/${own.id}/files/${own.files[0]?.id}`);
  expect([answer.status, answer.errors[0]?.message]).toEqual([403, expect.stringContaining('Свой случай')]);
});

test('a report sent twice is one, and its decision is audited', async () => {
  const { id } = await publishCase();
  for (const _ of [1, 2]) await action('colleague', `/cases/${id}/report`, { text: 'Видно имя на снимке.' });
  const problems = async (state: string) =>
    (
      (await as('editor').get(`/api/editors/cases/problems?state=${state}`)).data.items as {
        id: number;
        case_id: number;
      }[]
    ).filter(({ case_id }) => case_id === id);
  const open = await problems('new');
  expect(open).toHaveLength(1);
  const problem = open[0]?.id;
  expect((await action('editor', `/editors/cases/problems/${problem}`, { state: 'closed' })).status).toBe(
    200,
  );
  expect([(await problems('new')).length, (await problems('closed')).length]).toEqual([0, 1]);
  const audited = await portal.database.kysely
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'case problem decided')
    .execute();
  expect(audited).toEqual([{ details: `${problem}: closed` }]);
});

test('two editors must agree where configured, and own cases cannot be reviewed', async () => {
  const strict = await startTestPortal({ settings: { CASES_REVIEWERS: '2' } });
  const verified = { verified_at: at };
  const author = await withSession(
    strict,
    await addPerson(strict, 'doctor', { email: 'a@example.ru', ...verified }),
  );
  const one = await withSession(strict, await addPerson(strict, 'editor', { email: 'e1@example.ru' }));
  const two = await withSession(strict, await addPerson(strict, 'editor', { email: 'e2@example.ru' }));
  const content = full({ diseases: [], suspected: 'Болезнь Гоше' });
  const { data: own } = await author.post('/api/cases/add', { content }, 'json');
  const { data: sent } = await author.post(`/api/user/cases/${own.id}/submit`, { version: 1 }, 'json');
  const accept = (browser: Browser) =>
    browser.post(`/api/editors/cases/${own.id}/accept`, { version: sent.version, checks }, 'json');
  expect((await accept(one)).data).toMatchObject({ state: 'review', published: false });
  expect((await accept(one)).data).toMatchObject({ state: 'review', published: false });
  expect((await accept(two)).data).toMatchObject({ state: 'published', published: true });
  const { data: mine } = await one.post('/api/cases/add', { content }, 'json');
  const { data: mineSent } = await one.post(`/api/user/cases/${mine.id}/submit`, { version: 1 }, 'json');
  const accepted = await one.post(
    `/api/editors/cases/${mine.id}/accept`,
    { version: mineSent.version, checks },
    'json',
  );
  expect(accepted.status).toBe(403);
  await strict.close();
});

test('A-7 published cases of an erased author stay with pictures under «Удалённый пользователь»; drafts go', async () => {
  const user = await addPerson(portal, 'doctor', {
    email: 'gone@example.ru',
    verified_at: at,
    last_name: 'Ушедшая',
  });
  browsers['gone'] = await withSession(portal, user);
  const own = await draft(full(), 'gone');
  const { data: figure } = await upload(own.id, await picture(), 'figure', 'a.jpg', 'gone');
  const content = { ...own.content, figures: [{ file: figure.id, caption: 'УЗИ', alt: 'Селезёнка' }] };
  const { data: saved } = await as('gone').put(`/api/user/cases/${own.id}`, { version: 1, content });
  const { data: sent } = await action('gone', `/user/cases/${own.id}/submit`, { version: saved.version });
  await action('editor', `/editors/cases/${own.id}/accept`, { version: sent.version, checks });
  const left = await draft(full({ title: 'Уйдёт с автором' }), 'gone');
  const exported = (await as('gone').get('/api/user/export')).text;
  expect(exported).toContain('Уйдёт с автором');
  expect((await as('gone').post('/api/user/delete', { password })).status).toBe(200);
  const { data: shown } = await as('colleague').get(`/api/cases/${own.id}`);
  expect(shown.author.title).toBe('Удалённый пользователь');
  expect((await as('colleague').get(shown.figures[0].url)).status).toBe(200);
  const rows = await portal.database.kysely
    .selectFrom('cases')
    .select('id')
    .where('id', '=', left.id)
    .execute();
  expect(rows).toEqual([]);
});

test('signs are found by Russian prefixes and by number', async () => {
  const find = async (query: string) =>
    (await as('author').get(`/api/signs?query=${encodeURIComponent(query)}`)).data as {
      hpo: string;
      title: string;
    }[];
  expect((await find('спленом')).map(({ hpo }) => hpo)).toContain('HP:0001744');
  expect(await find('HP:0001744')).toHaveLength(1);
  expect(await find('')).toEqual([]);
  expect(await find('швамбрания')).toEqual([]);
});

test('invented cases are marked and not counted', async () => {
  const { addPublishedCase } = await import('../../../tests/sample/cases.ts');
  const before = [await homeCount(), (await portal.get('/api/cases/teaser')).data];
  const id = await portal.database.transaction((tx) =>
    addPublishedCase(tx, full({ title: 'Выдумка' }), { demo: 1 }),
  );
  expect((await as('colleague').get(`/api/cases/${id}`)).data.demo).toBe(true);
  expect([await homeCount(), (await portal.get('/api/cases/teaser')).data]).toEqual(before);
});
