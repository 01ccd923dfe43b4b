import { afterAll, beforeAll, expect, test } from 'vitest';
import { navigation, type NavigationEntry } from '#domain/navigation.ts';
import { daysAfter, monthsAfter, portalDay } from '#domain/dates.ts';
import { msPerDay } from '#domain/durations.ts';
import { writeRecord } from '../catalogue/store.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { runSchedules } from './schedule.ts';

let portal: TestPortal;
let anna: Browser;
let boris: Browser;
/** Adjustable clock for presence and schedules. */
let time = Date.now();
const now = () => new Date(time);

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, now });
  const person = async (email: string, name: string, last_name: string) =>
    await withSession(portal, await addPerson(portal, 'editor', { email, name, last_name }));
  anna = await person('anna@example.ru', 'Анна', 'Иванова');
  boris = await person('boris@example.ru', 'Борис', 'Орлов');
});
afterAll(() => portal.close());

const record = async (id: number, browser = anna) => (await browser.get(`/api/editors/records/${id}`)).data;

/** Saves fields over the current state, or an earlier one. */
async function save(
  browser: Browser,
  id: number,
  fields: Record<string, unknown>,
  seen?: { draft: { version: number } | null; version: number },
) {
  const known = seen ?? (await record(id, browser));
  return await browser.post(
    `/api/editors/records/${id}/draft`,
    {
      fields: JSON.stringify(fields),
      expected_version: known.draft?.version ?? 0,
      base_version: known.version,
    },
    'json',
  );
}

async function publish(browser: Browser, id: number, more: Record<string, unknown> = {}) {
  const { draft } = await record(id, browser);
  return await browser.post(`/api/editors/records/${id}/publish`, {
    expected_version: draft?.version ?? 0,
    ...more,
  });
}

const publicRecord = async (id: number) => (await portal.get(`/api/diseases/${id}`)).data;

test(`a draft does not affect its record until it is published (${dialect})`, async () => {
  const id = portal.sample.fabry;
  const saved = await save(anna, id, { about: 'Болезнь накопления.' });
  expect(saved.status).toBe(200);
  expect(saved.data).toMatchObject({
    desk_state: 'edited',
    differences: [{ field: 'about', title: 'Что это' }],
  });
  expect((await publicRecord(id)).about).toBeUndefined();
  const answer = await publish(anna, id, { reason: 'Дополнено', reviewed: 'true', review_due: '2027-11-21' });
  expect(answer.status).toBe(200);
  expect(await publicRecord(id)).toMatchObject({
    about: 'Болезнь накопления.',
    reviewer: 'Анна Иванова',
    review_due: '2027-11-21',
  });
  const { data } = await anna.get(`/api/editors/records/${id}/history`);
  expect(data.items[0]).toMatchObject({
    author: 'Анна Иванова',
    reason: 'Дополнено',
    differences: [{ field: 'about', removed: [], added: ['Болезнь накопления.'] }],
  });
});

test(`F-1 the second of two editors gets both versions and loses nothing (${dialect})`, async () => {
  const id = portal.sample.gaucher;
  const seen = await record(id);
  expect((await save(anna, id, { about: 'Текст Анны' }, seen)).status).toBe(200);
  const refused = await save(boris, id, { about: 'Текст Бориса', therapy: 'Ферменты' }, seen);
  expect(refused.status).toBe(409);
  expect(refused.errors[0]?.message).toContain('не потерян');
  const both = JSON.parse(refused.text).data;
  expect(both.draft.fields.about).toBe('Текст Анны');
  expect((await record(id)).draft.fields).toMatchObject({ about: 'Текст Анны' });
  expect((await save(boris, id, { therapy: 'Ферменты' }, both)).status).toBe(200);
  expect((await record(id)).draft.fields).toMatchObject({ about: 'Текст Анны', therapy: 'Ферменты' });
});

test('a save over a record published meanwhile is rejected, even without a draft', async () => {
  const id = portal.sample.ezhevika;
  const seen = await record(id, boris);
  await save(anna, id, { about: 'Раз' });
  await publish(anna, id);
  expect((await save(boris, id, { about: 'Два' }, seen)).status).toBe(409);
});

test('a blocked editor and a doctor cannot be made responsible for a record', async () => {
  const blocked = { email: 'blocked-editor@example.org', blocked_at: new Date().toISOString() };
  for (const { id: owner } of [
    await addPerson(portal, 'editor', blocked),
    await addPerson(portal, 'doctor', { email: 'no-editor@example.org' }),
  ]) {
    const refused = await anna.post(`/api/editors/records/${portal.sample.fabry}/owner`, { owner });
    expect(refused.status).toBe(422);
    expect(refused.errors[0]).toMatchObject({ customData: { field: 'owner' } });
  }
});

test('an import of another field is merged, one of the same field is a conflict', async () => {
  const id = portal.sample.project;
  const imported = (fields: Record<string, unknown>) =>
    portal.database.transaction((tx) =>
      writeRecord(tx, { kind: 'project', id, fields, origins: 'ctgov', author: 'import ctgov' }),
    );
  await save(anna, id, { aim: 'Цель Анны' });
  await imported({ sponsor: 'Спонсор импорта' });
  expect((await publish(anna, id)).status).toBe(200);
  expect((await record(id)).fields).toMatchObject({ aim: 'Цель Анны', sponsor: 'Спонсор импорта' });
  await save(anna, id, { aim: 'Новая цель Анны' });
  await imported({ aim: 'Цель импорта' });
  const refused = await publish(anna, id);
  expect(refused.status).toBe(409);
  expect(refused.errors[0]).toMatchObject({ customData: { field: 'aim' } });
  const seen = await record(id);
  expect(seen.base.fields.aim).toBe('Цель Анны');
  expect((await save(anna, id, { aim: 'Сведённая цель' }, seen)).status).toBe(200);
  expect((await publish(anna, id)).status).toBe(200);
});

test('a drug needs a second editor', async () => {
  const id = portal.sample.cerezyme;
  await save(anna, id, { holder: 'Держатель' });
  const alone = await publish(anna, id);
  expect(alone.status).toBe(409);
  expect(alone.errors[0]?.message).toContain('второй редактор');
  const { draft } = await record(id);
  await anna.post(`/api/editors/records/${id}/submit`, {
    expected_version: draft.version,
    note: 'Проверьте',
  });
  expect((await record(id)).publish_refusal).toContain('другой редактор');
  expect((await publish(anna, id)).status).toBe(409);
  expect((await record(id, boris)).publish_refusal).toBeNull();
  const returned = await boris.post(`/api/editors/records/${id}/return`, { note: 'Нет источника' });
  expect(returned.data.draft).toMatchObject({ status: 'draft', note: 'Нет источника' });
  const reloaded = await record(id);
  await anna.post(`/api/editors/records/${id}/submit`, { expected_version: reloaded.draft.version });
  expect((await publish(boris, id)).status).toBe(200);
  expect((await anna.get(`/api/editors/records/${id}/history`)).data.items[0].author).toBe('Анна Иванова');
});

test("an administrator may require a second editor for any kind, and not waive a kind's own rule", async () => {
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'rules@example.ru' }));
  const set = (kind: string, is_required: boolean) =>
    admin.post('/api/editors/review-rules', { kind, is_required }, 'json');
  const ruleOf = async (kind: string) =>
    (await admin.get('/api/editors/review-rules')).data.find((rule: { kind: string }) => rule.kind === kind);
  expect(await ruleOf('drug')).toMatchObject({ is_required: true, is_fixed: true });
  const refused = await set('drug', false);
  expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([409, 'kind']);
  expect(await ruleOf('drug')).toMatchObject({ is_required: true });

  expect(await ruleOf('project')).toMatchObject({ is_required: false, is_fixed: false });
  expect((await set('project', true)).status).toBe(200);
  await save(anna, portal.sample.project, { aim: 'Цель, которую смотрят двое' });
  expect((await publish(anna, portal.sample.project)).errors[0]?.message).toContain('второй редактор');
  expect((await set('project', false)).status).toBe(200);
  expect((await publish(anna, portal.sample.project)).status).toBe(200);
});

test('bad input is rejected with a message and changes nothing', async () => {
  const id = portal.sample.gaucher;
  const before = await record(id);
  const long = await save(anna, id, { therapy: 'я'.repeat(1_000_000) });
  expect(long.status).toBe(422);
  expect(long.errors[0]?.message).toMatch(/Терапия.*вмещается/);
  expect((await save(anna, id, { nonsense: 1 })).status).toBe(422);
  const self = await save(anna, id, { parents: [id] });
  expect(self.data.draft.problems).toContainEqual({
    field: 'parents',
    message: expect.stringContaining('саму себя'),
  });
  expect((await publish(anna, id)).errors[0]?.message).toContain('саму себя');
  // All errors are returned at once, by field.
  await save(anna, id, { parents: [id], title: '' });
  const refused = await publish(anna, id);
  expect([refused.status, refused.errors.map(({ customData }) => customData?.field).toSorted()]).toEqual([
    422,
    ['parents', 'title'],
  ]);
  const marked = await save(anna, id, {
    parents: [],
    title: before.fields.title,
    about: '<img src=x onerror=alert(1)>Текст <b>важный</b>, p < 0,05 [ссылка](javascript:alert(1))',
  });
  expect(marked.data.draft.fields.about).toBe('Текст важный, p < 0,05 ссылка');
  await anna.post(`/api/editors/records/${id}/discard`, { expected_version: marked.data.draft.version });
  expect((await record(id)).fields).toEqual(before.fields);
});

test('a source cites a paragraph only while it exists', async () => {
  const id = portal.sample.gaucher;
  const { version, draft } = await record(id);
  const put = async (therapy: string, expected: number) =>
    await anna.post(
      `/api/editors/records/${id}/draft`,
      {
        fields: JSON.stringify({ therapy }),
        sources: JSON.stringify([{ title: 'Обзор', date: '2026-11-01', fields: ['therapy', 'therapy#2'] }]),
        expected_version: expected,
        base_version: version,
      },
      'json',
    );
  const whole = await put('Первый абзац.\n\nВторой абзац.', draft?.version ?? 0);
  expect(whole.data.draft.problems).toEqual([]);
  const shortened = await put('Первый абзац.', whole.data.draft.version);
  expect(shortened.data.draft.problems).toEqual([
    { field: 'sources.0.fields', message: 'В поле «Терапия» нет абзаца 2.' },
  ]);
  await anna.post(`/api/editors/records/${id}/discard`, { expected_version: shortened.data.draft.version });
});

test('a guideline and a payer rule are created at the desk and public once published', async () => {
  const make = async (kind: string, fields: Record<string, unknown>) => {
    const made = await anna.post('/api/editors/records', { kind, fields: JSON.stringify(fields) });
    expect(made.status).toBe(200);
    expect((await publish(anna, made.data.id)).status).toBe(200);
    return made.data.id as number;
  };
  const { fabry } = portal.sample;
  const guideline = await make('guideline', {
    title: 'Рекомендация от редактора',
    number: '777_1',
    year: 2025,
    link: 'https://example.org/777_1',
    diseases: [fabry],
  });
  const rule = await make('entitlement', {
    title: 'Правило от редактора',
    key: 'of-an-editor',
    programme: 'regional',
    payer: 'Бюджет региона',
    gives: 'Лекарства бесплатно.',
    act: { title: 'Закон региона' },
    diseases: [fabry],
  });
  expect((await portal.get(`/api/guidelines/${guideline}`)).data.number).toBe('777_1');
  const answer = await portal.get(`/api/access?disease=${fabry}`);
  expect(answer.data.applies).toContainEqual(
    expect.objectContaining({ rule: expect.objectContaining({ id: rule, url: `/access/${rule}/` }) }),
  );
  const changed = (await portal.get('/api/changes')).data.items as {
    id: number;
    kind: string;
  }[];
  expect(
    changed
      .filter(({ id }) => id === guideline || id === rule)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['entitlement', 'guideline']);
  const csv = await portal.get('/api/entitlements/list.csv');
  expect(csv.text).toContain('Правило от редактора');
  expect((await portal.get('/api/guidelines/feed.xml')).text).toContain('Рекомендация от редактора');
});

test('a link to an archived record is rejected, and an archived record has a successor', async () => {
  const { ezhevika, gaucher, fabry } = portal.sample;
  const off = await anna.post(`/api/editors/records/${ezhevika}/unpublish`, {
    reason: 'Объединено с болезнью Фабри',
    successor: fabry,
  });
  expect(off.data.state).toBe('archived');
  const { data } = await portal.get('/api/changes');
  expect(data.items.find(({ id }: { id: number }) => id === ezhevika)).toMatchObject({
    action: 'remove',
    successor: `/deseases/${fabry}/`,
  });
  const saved = await save(anna, gaucher, { parents: [ezhevika] });
  expect(saved.data.draft.problems[0].message).toContain('в архиве');
  await anna.post(`/api/editors/records/${gaucher}/discard`, {
    expected_version: saved.data.draft.version,
  });
  expect((await publish(anna, ezhevika)).status).toBe(200);
});

test('a chain of successors leads to its end in one hop', async () => {
  const news = async (title: string) => {
    const fields = JSON.stringify({ title, date: '2026-11-20' });
    const { data } = await anna.post('/api/editors/records', { kind: 'news', fields });
    await publish(anna, data.id);
    return data.id as number;
  };
  const ids = [await news('Первая'), await news('Вторая'), await news('Третья'), await news('Последняя')];
  const last = ids.at(-1)!;
  const since = (await portal.get('/api/changes?since=0&page_size=1')).data.last;
  for (const [index, id] of ids.slice(0, -1).entries())
    await anna.post(`/api/editors/records/${id}/unpublish`, { reason: 'Дубль', successor: ids[index + 1] });
  const { data } = await portal.get(`/api/changes?since=${since}`);
  expect(data.items.map(({ successor }: { successor: string }) => successor)).toEqual(
    ids.slice(0, -1).map(() => `/news/${last}/`),
  );
  for (const id of ids.slice(0, -1)) {
    const moved = await portal.get(`/api/news/${id}`);
    expect([moved.status, moved.headers['location']]).toEqual([301, `/api/news/${last}`]);
  }
  await anna.post(`/api/editors/records/${last}/unpublish`, { reason: 'Ошибка' });
  expect((await portal.get(`/api/news/${ids[0]}`)).status).toBe(404);
});

test('the number of Orphanet leads to the disease, or to its successor', async () => {
  const { gaucher, fabry } = portal.sample;
  await anna.post(`/api/editors/records/${fabry}/unpublish`, { reason: 'Дубль', successor: gaucher });
  for (const address of ['/orpha/355', '/orpha/355/', '/orpha/324/']) {
    const { status, headers } = await portal.get(address);
    expect([status, headers['location']]).toEqual([301, `/deseases/${gaucher}/`]);
  }
  await publish(anna, fabry);
  expect((await portal.get('/orpha/324/')).headers['location']).toBe(`/deseases/${fabry}/`);
  for (const number of ['999999', '0', 'x', '1e1'])
    expect((await portal.get(`/orpha/${number}/`)).status).not.toBe(301);
});

test('a new record starts as a draft, and any version can be restored', async () => {
  const made = await anna.post('/api/editors/records', {
    kind: 'news',
    fields: JSON.stringify({ title: 'Новый закон', date: '2026-11-20' }),
  });
  expect(made.data).toMatchObject({ state: 'draft', owner: { name: 'Анна Иванова' }, url: null });
  const { id } = made.data;
  expect((await publish(anna, id)).status).toBe(200);
  await save(anna, id, { title: 'Другой заголовок' });
  await publish(anna, id);
  const restored = await anna.post(`/api/editors/records/${id}/restore`, { version: 1, expected_version: 0 });
  expect(restored.data.draft.fields.title).toBe('Новый закон');
  await publish(anna, id);
  expect((await portal.get(`/api/news/${id}`)).data.title).toBe('Новый закон');
  const empty = await anna.post('/api/editors/records', { kind: 'news', fields: '{}' });
  expect(empty.status).toBe(422);
});

test(`F-2 every change is in the history with author, time and difference; any can be undone, and an archived record restored in one action (${dialect})`, async () => {
  const made = await anna.post('/api/editors/records', {
    kind: 'news',
    fields: JSON.stringify({ title: 'Первый заголовок', date: '2026-11-20' }),
  });
  const { id } = made.data;
  await publish(anna, id);
  const wishes: [Browser, Record<string, unknown>][] = [
    [boris, { title: 'Второй заголовок' }],
    [anna, { title: 'Третий заголовок', date: '2026-11-21' }],
    [boris, { lead: 'Коротко о важном.' }],
  ];
  for (const [browser, fields] of wishes) {
    await save(browser, id, fields);
    expect((await publish(browser, id, { reason: JSON.stringify(fields) })).status).toBe(200);
  }
  const history = async () => (await anna.get(`/api/editors/records/${id}/history`)).data.items;
  const items = await history();
  expect(items.slice(0, 3)).toMatchObject([
    { author: 'Борис Орлов', differences: [{ added: ['Коротко о важном.'] }] },
    { author: 'Анна Иванова', differences: [{ removed: ['Второй заголовок'] }, { field: 'date' }] },
    { author: 'Борис Орлов', differences: [{ removed: ['Первый заголовок'], added: ['Второй заголовок'] }] },
  ]);
  for (const { created_at } of items) expect(created_at).toBe(now().toISOString());

  const shown = async () => (await portal.get(`/api/news/${id}`)).data;
  const latest = await shown();
  const restore = (version: number, expected_version = 0) =>
    anna.post(`/api/editors/records/${id}/restore`, { version, expected_version });
  const back = async (version: number) => {
    expect((await restore(version)).status).toBe(200);
    return await publish(anna, id, { reason: 'Как было' });
  };
  const earlier = items.slice(1).filter(({ state }: { state: string }) => state === 'published');
  for (const { version } of earlier) {
    expect((await back(version)).status).toBe(200);
    const { data } = await anna.get(`/api/editors/records/${id}/history`);
    expect(data.items[0]).toMatchObject({ author: 'Анна Иванова' });
  }
  expect((await shown()).title).toBe('Первый заголовок');
  const top = items[0].version;
  await back(top);
  const { updated_at: _, version: __, ...fields } = latest;
  expect(await shown()).toMatchObject(fields);

  expect((await restore(items.at(-1).version, 7)).status).toBe(409);
  expect(await shown()).toMatchObject(fields);

  await anna.post(`/api/editors/records/${id}/unpublish`, { reason: 'По ошибке' });
  expect((await portal.get(`/api/news/${id}`)).status).toBe(404);
  expect((await back(top)).status).toBe(200);
  expect((await shown()).title).toBe('Третий заголовок');
});

test('presence: the first editor holds, the second may take over after two minutes', async () => {
  const url = `/api/editors/records/${portal.sample.event}/presence`;
  expect((await anna.post(url, {})).data).toMatchObject({ is_mine: true, others: [] });
  expect((await boris.post(url, {})).data).toMatchObject({
    is_mine: false,
    holder: { name: 'Анна Иванова' },
  });
  expect((await boris.post(url, { action: 'take' })).status).toBe(409);
  time += 119_000;
  expect((await boris.post(url, {})).data.is_mine).toBe(false);
  time += 2000;
  expect((await boris.post(url, { action: 'take' })).data.is_mine).toBe(true);
  expect((await anna.post(url, {})).data).toMatchObject({ is_mine: false });
});

test(`presence: a page that has left stays away, another page of its editor stays (${dialect})`, async () => {
  const url = `/api/editors/records/${portal.sample.fabry}/presence`;
  const others = async () => (await boris.post(url, { page: 'b' })).data.others;
  await anna.post(url, { action: 'leave', page: 'one' });
  // The first heartbeat arrives after the page has left.
  await anna.post(url, { page: 'one' });
  expect(await others()).toEqual([]);
  await anna.post(url, { page: 'two' });
  await anna.post(url, { page: 'three' });
  await anna.post(url, { action: 'leave', page: 'two' });
  expect(await others()).toMatchObject([{ name: 'Анна Иванова' }]);
  await anna.post(url, { action: 'leave', page: 'three' });
  expect(await others()).toEqual([]);
});

test(`scheduled actions run on time and once, also with several schedulers (${dialect})`, async () => {
  const id = portal.sample.clinic;
  await save(anna, id, { about: 'С понедельника' });
  const due_at = new Date(time + 600_000).toISOString();
  const scheduled = await anna.post(`/api/editors/records/${id}/schedule`, { action: 'publish', due_at });
  expect(scheduled.data.schedule).toHaveLength(1);
  const [{ id: schedule }] = scheduled.data.schedule;
  const past = await anna.post(`/api/editors/records/${id}/schedule`, {
    action: 'unpublish',
    due_at: new Date(time).toISOString(),
  });
  expect([past.status, past.errors[0]?.customData?.field]).toEqual([422, 'due_at']);
  const other = `/api/editors/records/${portal.sample.gaucher}/schedule/cancel`;
  expect((await anna.post(other, { schedule })).status).toBe(409);
  const context = { ...portal, now };
  expect(await runSchedules(context)).toBe(0);
  const { version } = await record(id);
  time += 600_000;
  await Promise.all([runSchedules(context), runSchedules(context), runSchedules(context)]);
  expect(await record(id)).toMatchObject({ version: version + 1, draft: null, schedule: [] });
  expect((await portal.get(`/api/clinics/${id}`)).data.about).toBe('С понедельника');
});

test(`news of a later day is published by schedule on it, not before (${dialect})`, async () => {
  const date = daysAfter(portalDay(now()), 2);
  const made = await anna.post('/api/editors/records', {
    kind: 'news',
    fields: JSON.stringify({ title: 'Новость на послезавтра', date }),
  });
  expect(made.status, made.text).toBe(200);
  const { id } = made.data;
  const schedule = (day: string) =>
    anna.post(`/api/editors/records/${id}/schedule`, { action: 'publish', due_at: `${day}T06:00:00Z` });
  for (const refused of [await publish(anna, id), await schedule(daysAfter(date, -1))]) {
    expect(refused.status).toBe(422);
    expect(refused.errors[0]).toMatchObject({
      message: expect.stringContaining('Опубликуйте по расписанию'),
      customData: { field: 'date' },
    });
  }
  const listed = async () => (await portal.get(`/api/news/${id}`)).status;
  expect((await schedule(date)).status).toBe(200);
  expect(await listed()).toBe(404);
  const before = time;
  time += 3 * msPerDay;
  await runSchedules({ ...portal, now });
  expect(await listed()).toBe(200);
  // Sessions are not as long.
  time = before;
});

test('bulk change: tried first, then applied; refusing records stay unchanged', async () => {
  const { gaucher, fabry, cerezyme } = portal.sample;
  const wish = {
    ids: [gaucher, fabry, cerezyme],
    fields: JSON.stringify({ title_status: 'unsure' }),
    action: 'publish',
    reason: 'Пересмотр названий',
  };
  const before = await record(gaucher);
  const trial = await anna.post('/api/editors/records/change', { ...wish, dry_run: 'true' });
  // JSON needs no text inside it: the fields are an object, the checkbox a boolean.
  const object = { ...wish, fields: { title_status: 'unsure' }, dry_run: true };
  expect((await anna.post('/api/editors/records/change', object, 'json')).data).toEqual(trial.data);
  expect(trial.data).toMatchObject({ changed: 2, refused: 1 });
  expect(trial.data.items[0].differences[0]).toMatchObject({
    removed: ['Принятый термин'],
    added: ['Перевод названия под вопросом'],
  });
  expect(await record(gaucher)).toEqual(before);
  await anna.post('/api/editors/records/change', wish);
  expect((await record(gaucher)).fields.title_status).toBe('unsure');
  expect((await record(cerezyme)).draft).toBeNull();
});

test('bulk review follows the rules of one record and is audited', async () => {
  const { gaucher, fabry } = portal.sample;
  await save(anna, gaucher, { parents: [gaucher] });
  await save(anna, fabry, { about: 'Правка для проверки.' });
  const before = await record(gaucher);
  const { data } = await anna.post('/api/editors/records/change', {
    ids: [gaucher, fabry],
    fields: '{}',
    action: 'submit',
    reason: 'Посмотрите',
  });
  expect(data).toMatchObject({ changed: 1, refused: 1 });
  const [refused, sent] = data.items;
  expect(refused.refusal).toContain('саму себя');
  expect(sent.refusal).toBeNull();
  expect((await record(gaucher)).draft).toEqual(before.draft);
  expect((await record(fabry)).draft).toMatchObject({ status: 'review', note: 'Посмотрите' });
  const log = await portal.database.kysely
    .selectFrom('audit')
    .select(['record_id', 'details'])
    .where('action', '=', 'sent to review')
    .where('record_id', 'in', [gaucher, fabry])
    .orderBy('id', 'desc')
    .execute();
  expect(log[0]).toEqual({ record_id: fabry, details: 'Посмотрите' });
  expect(log.some(({ record_id }) => record_id === gaucher)).toBe(false);
  for (const id of [gaucher, fabry]) {
    const { draft } = await record(id);
    await anna.post(`/api/editors/records/${id}/discard`, { expected_version: draft.version });
  }
});

test('bulk discard and assignment are audited record by record', async () => {
  const { gaucher, fabry, cerezyme } = portal.sample;
  await save(anna, gaucher, { about: 'Лишняя правка.' });
  const trial = await anna.post('/api/editors/records/change', {
    ids: [gaucher, cerezyme],
    fields: '{}',
    action: 'discard',
    dry_run: 'true',
  });
  expect(trial.data.items).toMatchObject([
    { id: gaucher, differences: [{ field: 'about', removed: ['Лишняя правка.'] }], refusal: null },
    { id: cerezyme, refusal: expect.stringContaining('отбрасывать нечего') },
  ]);
  const logged = (action: string) =>
    portal.database.kysely
      .selectFrom('audit')
      .select(['record_id', 'user_id'])
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute();
  const discarded = (await logged('draft discarded')).length;
  await anna.post('/api/editors/records/change', {
    ids: [gaucher, cerezyme],
    fields: '{}',
    action: 'discard',
  });
  expect((await record(gaucher)).draft).toBeNull();
  const now = await logged('draft discarded');
  expect(now.length).toBe(discarded + 1);
  expect(now[0]).toMatchObject({ record_id: gaucher });

  const own = { ids: [gaucher, fabry], fields: '{}', action: 'own' };
  expect((await boris.post('/api/editors/records/change', own)).data).toMatchObject({ changed: 2 });
  const { id } = (await record(fabry)).owner;
  expect((await logged('owner changed')).slice(0, 2)).toEqual([
    { record_id: fabry, user_id: id },
    { record_id: gaucher, user_id: id },
  ]);
  expect((await boris.post('/api/editors/records/change', own)).data).toMatchObject({ refused: 2 });
  const both = await boris.post('/api/editors/records/change', {
    ...own,
    fields: JSON.stringify({ about: 'Слово.' }),
    action: 'discard',
  });
  expect([both.status, both.errors[0]?.customData?.field]).toEqual([400, 'action']);
});

test('an archived record is found in the table and restored in one step', async () => {
  const { fabry } = portal.sample;
  const find = async () => (await anna.get('/api/editors/records?gone=yes')).data;
  const before = await find();
  expect(before.items.map(({ id }: { id: number }) => id)).not.toContain(fabry);
  for (const archive of ['true', 'false']) {
    await anna.post(`/api/editors/records/${fabry}/unpublish`, { reason: 'Проверка.', archive });
    const { items, total, gone } = await find();
    expect([total, gone]).toEqual([before.total + 1, before.gone + 1]);
    expect(items.find(({ id }: { id: number }) => id === fabry)).toMatchObject({
      state: archive === 'true' ? 'archived' : 'draft',
      may_return: true,
      url: null,
    });
    expect((await portal.get(`/api/diseases/${fabry}`)).status).not.toBe(200);
    const back = await anna.post(`/api/editors/records/${fabry}/publish`, {
      expected_version: 0,
      reason: 'Возвращено на сайт',
    });
    expect(back.data).toMatchObject({ state: 'published', desk_state: 'published' });
    expect((await find()).total).toBe(before.total);
  }
  await anna.post(`/api/editors/records/${fabry}/unpublish`, { reason: 'Проверка.', archive: 'false' });
  await save(anna, fabry, { about: 'Другими словами.' });
  const written = (await find()).items.find(({ id }: { id: number }) => id === fabry);
  expect(written.may_return).toBe(false);
  await publish(anna, fabry);
});

test('the list is filtered by kind, state, query and completeness, and exported as CSV', async () => {
  const all = (await anna.get('/api/editors/records?kind=disease')).data;
  expect(all.total).toBe(4);
  expect(all.counts.find(({ state }: { state: string }) => state === 'draft').count).toBe(1);
  const found = (await anna.get(`/api/editors/records?query=${encodeURIComponent('гоше')}`)).data;
  expect(found.items.map(({ id }: { id: number }) => id)).toContain(portal.sample.gaucher);
  const byCode = (await anna.get('/api/editors/records?query=355')).data;
  expect(byCode.items[0].id).toBe(portal.sample.gaucher);
  const poor = (await anna.get('/api/editors/records?completeness_below=100&sort=completeness')).data.items;
  expect(poor[0].completeness).toBeLessThanOrEqual(poor.at(-1).completeness);
  const { text, headers } = await anna.get('/api/editors/records.csv?kind=disease');
  expect(headers['content-type']).toContain('text/csv');
  expect(text.split('\r\n')).toHaveLength(6);
});

test('desk search finds what readers find: synonyms, codes, misprints, layouts, and drafts', async () => {
  const found = async (query: string) =>
    (await anna.get(`/api/editors/records?query=${encodeURIComponent(query)}`)).data.items.map(
      ({ id }: { id: number }) => id,
    ) as number[];
  const { gaucher, cerezyme } = portal.sample;
  for (const query of ['Gaucher', 'E75.2', 'болезнь гошше', 'ujit'])
    expect((await found(query))[0], query).toBe(gaucher);
  expect((await found('церезин'))[0]).toBe(cerezyme);
  const made = await anna.post('/api/editors/records', {
    kind: 'disease',
    fields: JSON.stringify({ title: 'Болезнь Краббе', title_status: 'established' }),
  });
  expect(await found('краббэ')).toEqual([made.data.id]);
  await save(anna, made.data.id, { title: 'Лейкодистрофия глобоидная' });
  expect(await found('глобоидноклеточная лейкодистрофия')).toEqual([made.data.id]);
  expect(await found('краббе')).toEqual([]);
  // A record with a cleared title is found by its current one.
  await save(anna, made.data.id, { title: '' });
  expect(await found('краббе')).toEqual([made.data.id]);
  expect((await found('Gaucher'))[0]).toBe(gaucher);
});

test('a query answered by a guess becomes a synonym, with history', async () => {
  const { cerezyme, fabry, gaucher } = portal.sample;
  const name = async (query: string, record_id: number) =>
    (await anna.post('/api/editors/search-misses', { query, record_id: String(record_id) }, 'json')).data;
  const asked = async () =>
    (await portal.get(`/api/fast-search?query=${encodeURIComponent('золотая капельница')}&details=1`)).data;
  expect(await asked()).toEqual([]);
  expect(await name('золотая капельница', gaucher)).toEqual({ state: 'published' });
  expect((await asked())[0]).toMatchObject({ id: gaucher, match: 'exact' });
  const { data } = await anna.get(`/api/editors/records/${gaucher}/history`);
  expect(JSON.stringify(data)).toContain('Так ищут читатели');
  // Kinds with a second editor wait for review.
  expect(await name('золотая капельница', cerezyme)).toEqual({ state: 'review' });
  const nameless = await anna.post(
    '/api/editors/search-misses',
    { query: 'золотая капельница', record_id: String(portal.sample.news) },
    'json',
  );
  expect([nameless.status, nameless.errors[0]?.customData?.field]).toEqual([422, 'record_id']);
  // Another's draft is not published along.
  await save(boris, fabry, { about: 'Начатая правка.' });
  expect(await name('звёздная болезнь', fabry)).toEqual({ state: 'draft' });
  expect((await record(fabry)).draft.fields.aliases).toContain('звёздная болезнь');
  expect(JSON.stringify(await publicRecord(fabry))).not.toContain('звёздная болезнь');
  await boris.post(`/api/editors/records/${fabry}/discard`, {
    expected_version: (await record(fabry)).draft.version,
  });
});

test('links and codes are found by words and number', async () => {
  const { data } = await anna.get(`/api/editors/relations?kind=disease&query=${encodeURIComponent('Гош')}`);
  expect(data[0]).toMatchObject({ id: portal.sample.gaucher, title: 'Болезнь Гоше' });
  expect((await anna.get('/api/editors/relations?kind=disease&query=355')).data[0].id).toBe(
    portal.sample.gaucher,
  );
  expect((await anna.get('/api/editors/codes?book=orpha&query=355')).data[0]).toMatchObject({
    code: '355',
    taken_by: { title: 'Болезнь Гоше' },
  });
});

test("F-1 unseen text is not published: a colleague's draft must be opened first", async () => {
  const id = portal.sample.gaucher;
  const { data: seen } = await save(boris, id, { prognosis: 'Слова Бориса' });
  await save(anna, id, { prognosis: 'Слова, которых Борис не видел' });
  const refused = await boris.post(`/api/editors/records/${id}/publish`, {
    expected_version: seen.draft.version,
  });
  expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([409, 'version']);
  expect((await publicRecord(id)).prognosis).toBeUndefined();
  expect((await publish(boris, id)).status).toBe(200);
  expect((await publicRecord(id)).prognosis).toBe('Слова, которых Борис не видел');
});

test('an editor who loses the role while typing gets an error, and nothing is saved', async () => {
  const user = await addPerson(portal, 'editor', { email: 'former@example.ru' });
  const browser = await withSession(portal, user);
  const id = portal.sample.resource;
  expect((await save(browser, id, { title: 'Пока редактор' })).status).toBe(200);
  const seen = await record(id);
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ type: 'doctor' }).where('id', '=', user.id).execute(),
  );
  const answer = await save(browser, id, { title: 'Уже нет' }, seen);
  expect([answer.status, answer.errors[0]?.message]).toEqual([403, expect.stringContaining('нет доступа')]);
  expect((await record(id)).draft.fields.title).toBe('Пока редактор');
});

test('a registration is not published without its day and its source; an old fault stops no other correction', async () => {
  const { cerezyme: drug } = portal.sample;
  const registration = { state: 'not-registered' };
  const saved = await save(anna, drug, { registration });
  const missing = ['sources', 'registration.checked_at'];
  expect(saved.data.draft.problems.map(({ field }: { field: string }) => field)).toEqual(missing);
  const refused = await publish(anna, drug);
  expect([refused.status, refused.errors.map(({ customData }) => customData?.field)]).toEqual([422, missing]);
  await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'drug',
      id: drug,
      fields: { registration },
      origins: 'test',
      author: 'test',
    }),
  );
  await save(anna, drug, { mechanism: 'Замещает фермент.' });
  const old = await record(drug);
  expect(old.draft.problems).toEqual([]);
});

test('a word of two alphabets is not published', async () => {
  const { data } = await save(anna, portal.sample.resource, { about: 'Cиндром обратим.' });
  expect(data.draft.problems).toEqual([{ field: 'about', message: expect.stringContaining('«Cиндром»') }]);
});

test('A13 a missing picture is reported in the draft and not published', async () => {
  const { news, fabry } = portal.sample;
  const wrong = (address: string) =>
    `Картинки по адресу ${address} нет. Загрузите её или выберите из загруженных.`;
  const src = '/upload/net-takogo.png';
  const saved = await save(anna, news, { picture: { src, alt: 'Схема' } });
  expect(saved.data.draft.problems).toEqual([{ field: 'picture.src', message: wrong(src) }]);
  const answer = await publish(anna, news);
  expect([answer.status, answer.errors[0]?.message]).toEqual([422, wrong(src)]);
  const text = await save(anna, fabry, { living: `Слова.\n\n![Схема](/api/files/${'0'.repeat(48)})` });
  expect(text.data.draft.problems).toEqual([
    { field: 'living', message: wrong(`/api/files/${'0'.repeat(48)}`) },
  ]);
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const file = new File([bytes], 'схема.png', { type: 'image/png' });
  const laid = (await anna.post('/api/editors/files', { file, title: 'Схема' }, 'multipart')).data;
  const unpublished = await save(anna, news, { picture: { src: laid.url, alt: 'Схема' } });
  expect(unpublished.data.draft.problems).toEqual([{ field: 'picture.src', message: wrong(laid.url) }]);
  const mended = await save(anna, news, { picture: { src: laid.picture, alt: 'Схема' } });
  expect(mended.data.draft.problems).toEqual([]);
});

test("a record gets its kind's review day by default", async () => {
  const id = portal.sample.gaucher;
  const later = (months: number) => monthsAfter(portalDay(now()), months);
  const giveDue = (review_due: string | null) =>
    portal.database.transaction((tx) =>
      tx.updateTable('records').set({ review_due }).where('id', '=', id).execute(),
    );
  const dueAfter = async (about: string, more: Record<string, unknown> = {}) => {
    expect((await save(anna, id, { about })).status).toBe(200);
    const answer = await publish(anna, id, more);
    expect(answer.status, answer.text).toBe(200);
    return answer.data.review_due;
  };
  await giveDue(null);
  expect(await dueAfter('Болезнь накопления, первая правка.')).toBe(later(12));
  // Correcting text is no review: the record stays overdue.
  await giveDue('2020-01-01');
  expect(await dueAfter('Болезнь накопления, вторая правка.')).toBe('2020-01-01');
  expect(await dueAfter('Болезнь накопления, третья правка.', { reviewed: 'true' })).toBe(later(12));
  const kinds = (await anna.get('/api/editors/kinds')).data as { name: string; reviewMonths?: number }[];
  expect(kinds.find(({ name }) => name === 'disease')?.reviewMonths).toBe(12);
  expect(kinds.find(({ name }) => name === 'news')?.reviewMonths).toBeUndefined();
});

test('a menu saved unchanged follows the release, a changed one is kept', async () => {
  const shipped = navigation.find(({ code }) => code === 'mobile')!.items;
  const put = async (items: NavigationEntry['items']) => {
    const { data } = await anna.post('/api/editors/navigation/mobile', { items: JSON.stringify(items) });
    return (data as { code: string; is_changed: boolean }[]).find(({ code }) => code === 'mobile')!
      .is_changed;
  };
  expect(await put(shipped)).toBe(false);
  expect(await put(shipped.toReversed())).toBe(true);
  expect(await put(shipped)).toBe(false);
});

test('a menu takes addresses that answer, and refuses others by name', async () => {
  const put = (url: string) =>
    anna.post('/api/editors/navigation/mobile', { items: JSON.stringify([{ title: 'Пункт', url }]) });
  const { fabry } = portal.sample;
  for (const url of [
    '/',
    '/drugs/',
    '/search/?query=x#top',
    `/deseases/${fabry}/`,
    `/deseases/${fabry}/?from=menu#codes`,
    '/upload/doc/policy.pdf',
    'https://example.org/nowhere/',
  ])
    expect((await put(url)).status, url).toBe(200);
  for (const url of [
    '/page/ne-ta-stranica/',
    '/deseases/987654321/',
    `/drugs/${fabry}/`,
    '/deseases/areas/nowhere/',
    '/upload/doc/none.pdf',
    '/nowhere/?query=x',
  ]) {
    const refused = await put(url);
    expect(refused.status, url).toBe(422);
    expect(refused.errors[0]?.message).toContain(`Пункт «Пункт» ведёт на ${url}`);
  }
  expect((await anna.post('/api/editors/navigation/mobile', { items: '[]' })).status).toBe(200);
});

test("a preview opens by link until it expires, and reports another's errors", async () => {
  const share = (hours: number) =>
    anna.post(`/api/editors/records/${portal.sample.gaucher}/preview`, { hours });
  const shared = () =>
    portal.database.kysely.selectFrom('audit').select('id').where('action', '=', 'preview shared').execute();
  const { data } = await share(1);
  expect(await shared()).toEqual([]);
  await share(24);
  expect(await shared()).toHaveLength(1);
  const path = data.url.replace(portal.settings.SITE_URL, '');
  // Nothing is compiled in this test: the page says so instead of failing.
  const answer = await portal.get(path);
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'x-robots-tag': expect.stringContaining('noindex') },
  });
  expect((await portal.get('/preview/?token=wrong')).status).toBe(410);
  time += 3_600_001;
  expect((await portal.get(path)).status).toBe(410);
});
