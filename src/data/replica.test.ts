import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fc } from '../../tests/chance.ts';
import { expect, onTestFinished, test } from 'vitest';
import { kindsByName, type AnyRecord } from '#domain/kinds/index.ts';
import { openWritableReplica, type WritableReplica, type ReplicaTransaction } from './writable-replica.ts';
import { cacheTags, type Selection } from './cache-tags.ts';
import { numbersOf } from './pages.ts';
import { openReplica } from './replica.ts';

test('a record is found by id within its own kind only', () => {
  const copy = copyOf(disease(7, 'Болезнь Гоше'));
  expect(copy.record('disease', 7)?.title).toBe('Болезнь Гоше');
  expect(copy.record('drug', 7)).toBeUndefined();
  expect(copy.record('disease', 8)).toBeUndefined();
});

test('another connection sees what the writer has written', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'copy-'));
  const file = path.join(folder, 'copy.sqlite');
  const copy = openWritableReplica(file);
  copy.change((write) => {
    write.putNote('today', '2026-11-21');
    write.put(disease(7, 'Болезнь Гоше'));
  });
  const beside = openReplica(file);
  onTestFinished(async () => {
    beside.close();
    copy.close();
    await rm(folder, { recursive: true });
  });
  const read = () => [
    beside.total('disease', {}),
    beside.linking(7, 'disease'),
    beside.todayAgainst('2026-12-31'),
  ];
  expect([beside.hasNews(), ...read()]).toEqual([false, 1, [], '2026-11-21']);
  copy.change((write) => {
    write.putNote('today', '2026-11-22');
    write.put(disease(8, 'Болезнь Фабри', { parents: [7] }));
  });
  expect([beside.hasNews(), beside.hasNews()]).toEqual([true, false]);
  beside.forget(new Set([cacheTags.total('disease', {})]));
  expect(read()).toEqual([2, [8], '2026-11-22']);
  // Remembered reads keep the kinds apart too.
  for (const kind of ['drug', 'disease', 'drug'])
    expect([beside.card(kind, 7)?.title, beside.fields(kind, 7, ['title'])]).toEqual(
      kind === 'disease' ? ['Болезнь Гоше', { title: 'Болезнь Гоше' }] : [undefined, undefined],
    );
});

test('documents that a record or menu links to are published while it does', () => {
  const [paper, form] = ['0123456789abcdef.pdf', 'fedcba9876543210.pdf'];
  const lead = (to: string) => disease(7, 'Болезнь Гоше', { therapy: to });
  const copy = copyOf(lead(`[Порядок](/media/${paper})`));
  const menu = (url: string) => [{ code: 'policy', items: [{ title: 'Бланк', url }] }];
  copy.change((write) => write.putNote('navigation', menu(`/media/${form}`)));
  expect(copy.mediaWanted().toSorted()).toEqual([paper, form]);
  copy.change((write) => {
    for (const file of [paper, form]) write.putPicture(file, new Uint8Array([37, 80, 68, 70]));
  });
  expect(copy.media()).toEqual([paper, form]);
  copy.change((write) => write.putNote('navigation', menu('/page/')));
  expect(copy.media()).toEqual([paper]);
  copy.change((write) => write.put(lead('Без бланка')));
  expect(copy.media()).toEqual([]);
});

test('a card holds exactly the fields its kind lists', () => {
  const copy = copyOf(disease(7, 'Болезнь Гоше', { orpha: 355, therapy: 'длинный текст' }));
  expect(copy.card('disease', 7)).toEqual({
    id: 7,
    kind: 'disease',
    title: 'Болезнь Гоше',
    updated_at: day,
    orpha: 355,
    type: 'disease',
    title_status: 'established',
    tier: 'full',
  });
});

test('descendants are counted once, however many paths lead to them, and changes invalidate', () => {
  const copy = copyOf(
    disease(1, 'Голова', { type: 'category' }),
    disease(2, 'Группа', { type: 'category', parents: [1] }),
    disease(3, 'Другая группа', { type: 'clinical-group', parents: [1] }),
    disease(4, 'Болезнь', { parents: [2, 3] }),
    disease(5, 'Подтип', { type: 'clinical-subtype', parents: [4] }),
  );
  const page = (address: string, id: number) => ({
    address,
    route: '/',
    facts: numbersOf(new Set([cacheTags.below(id)])),
    digest: '1.1',
  });
  expect(Object.fromEntries(copy.below('disease', 1))).toEqual({ 1: 2, 2: 2, 3: 2 });
  expect(Object.fromEntries(copy.below('disease', 4))).toEqual({ 4: 1 });
  copy.pageIndex.note([page('/1/', 1), page('/3/', 3), page('/4/', 4)]);
  copy.change((write) => write.put(disease(6, 'Ещё подтип', { type: 'clinical-subtype', parents: [4] })));
  expect(copy.pageIndex.due()).toEqual(['/1/', '/3/', '/4/']);
  expect(copy.below('disease', 1).get(1)).toBe(3);
  copy.pageIndex.note([page('/1/', 1), page('/3/', 3), page('/4/', 4)]);
  copy.change((write) => write.put(disease(4, 'Болезнь', { parents: [2] })));
  expect(copy.pageIndex.due()).toEqual(['/1/', '/3/']);
});

test('groups appear only in lists of their type, and thin records are not indexed', () => {
  const copy = copyOf(
    disease(1, 'Ангиома', { areas: ['bone'], onset: ['adult'] }),
    disease(2, 'Болезни костей', { type: 'category', areas: ['bone'] }),
    disease(3, 'Вывих', { areas: ['bone'] }),
  );
  expect(idsIn(copy, 'disease', {})).toEqual([1, 3]);
  expect(copy.total('disease', {})).toBe(2);
  expect(copy.letters('disease').map(({ letter }) => letter)).toEqual(['А', 'В']);
  expect(idsIn(copy, 'disease', { facet: { field: 'areas', value: 'bone' } })).toEqual([1, 3]);
  expect(idsIn(copy, 'disease', { facet: { field: 'type', value: 'category' } })).toEqual([2]);
  expect(copy.values('disease', 'areas')).toEqual([{ value: 'bone', count: 2 }]);
  expect(copy.days('disease', 0, 9).map(({ id }) => id)).toEqual([1, 2]);
  // A group that becomes a disease enters the lists.
  copy.pageIndex.note([
    { address: '/', route: '/', facts: numbersOf(new Set([cacheTags.total('disease', {})])), digest: '1.1' },
  ]);
  copy.change((write) => write.put(disease(2, 'Болезни костей', { areas: ['bone'] })));
  expect(idsIn(copy, 'disease', {})).toEqual([1, 2, 3]);
  expect(copy.pageIndex.due()).toEqual(['/']);
});

test('a list of titles runs from А to Я, Latin titles after Russian ones', () => {
  const copy = copyOf(
    disease(1, 'Wilson'),
    disease(2, 'Ёлкина синдром'),
    disease(3, 'Ежова синдром'),
    disease(4, 'Ангиома'),
  );
  expect(idsIn(copy, 'disease', {})).toEqual([4, 3, 2, 1]);
  expect(copy.letters('disease')).toEqual([
    { letter: 'А', slug: 'a', count: 1 },
    { letter: 'Е', slug: 'e', count: 2 },
    { letter: 'W', slug: 'latin-w', count: 1 },
  ]);
  expect(idsIn(copy, 'disease', { letter: 'e' })).toEqual([3, 2]);
});

test('a list of news is newest first, the later record first within a day', () => {
  const copy = copyOf(
    news(1, '2026-01-05'),
    news(2, '2026-11-20'),
    news(3, '2026-11-20'),
    news(4, '2025-12-31'),
  );
  expect(idsIn(copy, 'news', {})).toEqual([3, 2, 1, 4]);
  // Its full pages are counted from the oldest, and read in the same order.
  expect(copy.part('news', {}, { from: 0, size: 3, countedFrom: 'last' })).toEqual([2, 1, 4]);
});

test('a facet narrows a list and counts its values', () => {
  const copy = copyOf(
    disease(1, 'А', { areas: ['metabolic', 'bone'] }),
    disease(2, 'Б', { areas: ['bone'] }),
    disease(3, 'В', { lists: [{ name: 'vzn14', checked_at: '2026-01-01' }] }),
  );
  expect(idsIn(copy, 'disease', { facet: { field: 'areas', value: 'bone' } })).toEqual([1, 2]);
  expect(copy.values('disease', 'areas')).toEqual([
    { value: 'bone', count: 2 },
    { value: 'metabolic', count: 1 },
  ]);
  expect(copy.values('disease', 'lists.name')).toEqual([{ value: 'vzn14', count: 1 }]);
});

test('a long facet value is truncated as on the server, and counted once', () => {
  const topic = 'Тема '.repeat(60);
  const copy = copyOf({ ...news(1, '2026-11-20'), topics: [topic, `${topic}и ещё`] });
  expect(copy.values('news', 'topics')).toEqual([{ value: topic.slice(0, 200), count: 1 }]);
});

test('a facet from linked records is counted once a disease, and its changes invalidate readers', () => {
  const copy = copyOf(disease(1, 'А'), disease(2, 'Б'), drug(3, 'Первый', [1, 2]), drug(4, 'Второй', [1]));
  const counts = () => copy.values('disease', 'drugs').map(({ count }) => count);
  const registered = (id: number, diseases: number[], state = 'registered') => ({
    ...drug(id, `Препарат ${id}`, diseases),
    registration: { state },
  });
  const steps: [edit: (write: ReplicaTransaction) => void, counts: number[], isTouched: boolean][] = [
    [(write) => write.put(registered(3, [1, 2])), [2], true],
    [(write) => write.put(registered(4, [1])), [2], true],
    [(write) => write.put({ ...registered(4, [1]), title: 'Другое название' }), [2], false],
    [(write) => write.put(registered(3, [2])), [2], true],
    [(write) => write.remove(4), [1], true],
    [(write) => write.put(registered(4, [1], 'expired')), [1], false],
    [(write) => write.remove(2), [], true],
    [(write) => write.put(disease(2, 'Б')), [1], true],
    [(write) => write.put(registered(3, [2], 'unknown')), [], true],
  ];
  for (const [edit, expected, isTouched] of steps) {
    const fact = numbersOf(new Set([cacheTags.values('disease', 'drugs')]));
    copy.pageIndex.note([{ address: '/deseases/', route: '/deseases/', facts: fact }]);
    copy.change(edit);
    expect(counts()).toEqual(expected);
    expect(copy.pageIndex.due(), String(edit)).toEqual(isTouched ? ['/deseases/'] : []);
  }
});

test('no change of a derived facet is missed, whatever is added or removed', () => {
  const lender = fc.record({
    id: fc.integer({ min: 11, max: 13 }),
    diseases: fc.subarray([1, 2, 3]),
    state: fc.constantFrom('registered', 'expired'),
  });
  const edit = fc.oneof(
    lender.map(
      ({ id, diseases, state }) =>
        (write: ReplicaTransaction) =>
          write.put({ ...drug(id, `Препарат ${id}`, diseases), registration: { state } }),
    ),
    fc
      .integer({ min: 1, max: 3 })
      .map((id) => (write: ReplicaTransaction) => write.put(disease(id, `Болезнь ${id}`))),
    fc.constantFrom(1, 2, 3, 11, 12, 13).map((id) => (write: ReplicaTransaction) => write.remove(id)),
  );
  const missesNone = fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), (edits) => {
    const copy = openWritableReplica(':memory:');
    return edits.every((change) => {
      const read = numbersOf(new Set([cacheTags.values('disease', 'drugs')]));
      copy.pageIndex.note([{ address: '/deseases/', route: '/deseases/', facts: read }]);
      const before = JSON.stringify(copy.values('disease', 'drugs'));
      copy.change(change);
      const isSame = JSON.stringify(copy.values('disease', 'drugs')) === before;
      return isSame || copy.pageIndex.due().includes('/deseases/');
    });
  });
  expect(fc.check(missesNone, { numRuns: 60 })).toMatchObject({ failed: false });
});

test('a reader of a field, value or term is invalidated only when the result changes', () => {
  const until = '2026-12-31';
  const questions: [fact: string, ask: (copy: WritableReplica) => unknown][] = [
    [cacheTags.field(1, 'steps'), (copy) => copy.fields('entitlement', 1, ['steps'])],
    [cacheTags.having('entitlement', 'list', 'vzn14'), (copy) => copy.having('entitlement', 'list', 'vzn14')],
    [cacheTags.occurs('entitlement', 'programme', 'import'), (copy) => occursImport(copy)],
    ...['2026-11-22', '2026-12', '2026'].map((term): (typeof questions)[number] => [
      cacheTags.deadline(term),
      (copy) => {
        const today = copy.todayAgainst(term).slice(0, term.length);
        return [today > term, today >= term];
      },
    ]),
  ];
  const occursImport = (copy: WritableReplica) => copy.occurs('entitlement', 'programme', 'import');
  const id = fc.integer({ min: 1, max: 3 });
  const fields = fc.record({
    steps: fc.subarray(['Подать заявление', 'Собрать комиссию']),
    list: fc.constantFrom('vzn14', undefined),
    programme: fc.constantFrom('import', 'regional'),
    valid_to: fc.constantFrom(until, undefined),
  });
  const edit = fc.oneof(
    fc.tuple(id, fields).map(
      ([one, invalidated]) =>
        (write: ReplicaTransaction) =>
          write.put(rule(one, invalidated)),
    ),
    id.map((one) => (write: ReplicaTransaction) => write.remove(one)),
    fc
      .constantFrom('2026-11-21', '2026-11-22', '2026-11-23', '2026-12-31', '2027-01-01')
      .map((day) => (write: ReplicaTransaction) => write.putNote('today', day)),
  );
  const answersTo = (copy: WritableReplica) => questions.map(([, read]) => JSON.stringify(read(copy)));
  const missesNone = fc.property(fc.array(edit, { minLength: 1, maxLength: 20 }), (edits) => {
    const copy = copyOf(rule(1, {}));
    copy.change((write) => write.putNote('today', '2026-11-21'));
    return edits.every((change) => {
      for (const [index, [fact]] of questions.entries())
        copy.pageIndex.note([{ address: `/${index}/`, route: '/', facts: numbersOf(new Set([fact])) }]);
      const before = answersTo(copy);
      copy.change(change);
      const due = new Set(copy.pageIndex.due());
      return answersTo(copy).every((answer, index) => answer === before[index] || due.has(`/${index}/`));
    });
  });
  expect(fc.check(missesNone, { numRuns: 60 })).toMatchObject({ failed: false });

  const copy = copyOf(rule(1, { list: 'vzn14' }), rule(2, { programme: 'import' }));
  copy.change((write) => write.putNote('today', '2026-11-21'));
  const note = () =>
    copy.pageIndex.note(
      questions.map(([fact], index) => ({
        address: `/${index}/`,
        route: '/',
        facts: numbersOf(new Set([fact])),
      })),
    );
  note();
  copy.change((write) => {
    write.put({ ...rule(1, { list: 'vzn14' }), title: 'Другое название' });
    write.put(rule(3, { programme: 'import' }));
    write.putNote('today', '2026-11-20');
  });
  expect(copy.pageIndex.due()).toEqual([]);
});

test('a page that names an item of a dictionary is invalidated by its new name, not by another', () => {
  const copy = copyOf();
  const name = (...titles: string[]) =>
    copy.change((write) =>
      write.putTerms(
        'therapeuticarea',
        titles.map((title, index) => ({ code: `area${index}`, title })),
      ),
    );
  name('Обмен веществ', 'Лёгкие');
  const facts = numbersOf(new Set([cacheTags.term('therapeuticarea', 'area0')]));
  copy.pageIndex.note([{ address: '/', route: '/', facts }]);
  name('Обмен веществ', 'Дыхание');
  expect(copy.pageIndex.due()).toEqual([]);
  name('Метаболизм', 'Дыхание');
  expect(copy.pageIndex.due()).toEqual(['/']);
});

test('links are visible from the other side and vanish with their record', () => {
  const copy = copyOf(disease(1, 'Болезнь Гоше'), drug(2, 'Церезим', [1]), drug(3, 'Вприв', [1]));
  expect(copy.linking(1, 'drug')).toEqual([3, 2]);
  copy.change((write) => write.remove(3));
  expect(copy.linking(1, 'drug')).toEqual([2]);
  copy.change((write) => write.put(drug(2, 'Церезим', [])));
  expect(copy.linking(1, 'drug')).toEqual([]);
});

test('a record added and removed between two syncs leaves only a gone address', () => {
  const copy = copyOf(disease(1, 'Болезнь Гоше'));
  copy.change((write) => write.remove(9, { address: '/deseases/9/', successor: '/deseases/1/' }));
  expect(copy.keys('disease')).toEqual([{ id: 1, code: null }]);
  expect(copy.successor('/deseases/9/')).toBe('/deseases/1/');
  copy.change((write) => write.remove(1, { address: '/deseases/1/', successor: null }));
  expect(copy.successor('/deseases/9/')).toBeNull();
});

test('a chain of successors leads to its end, and a loop nowhere', () => {
  const copy = copyOf(disease(1, 'Болезнь Гоше'));
  const remove = (id: number, next: number) =>
    copy.change((write) =>
      write.remove(id, { address: `/deseases/${id}/`, successor: `/deseases/${next}/` }),
    );
  for (const id of [5, 4, 3, 2]) remove(id, id - 1);
  expect(copy.successor('/deseases/5/')).toBe('/deseases/1/');
  remove(1, 5);
  for (const id of [5, 1]) expect(copy.successor(`/deseases/${id}/`)).toBeNull();
  expect(copy.successor('/deseases/6/')).toBeUndefined();
});

test('a change that fails midway leaves the replica as it was', () => {
  const copy = copyOf(disease(1, 'Болезнь Гоше'));
  expect(() =>
    copy.change((write) => {
      write.remove(1);
      throw new Error('the API went away');
    }),
  ).toThrow('the API went away');
  expect(copy.total('disease', {})).toBe(1);
});

const day = '2026-11-21T00:00:00.000Z';

function copyOf(...records: AnyRecord[]): WritableReplica {
  const copy = openWritableReplica(':memory:');
  copy.change((write) => records.forEach((record) => write.put(record)));
  return copy;
}

const idsIn = (copy: WritableReplica, kind: string, selection: Selection) =>
  copy.part(kind, selection, { from: 0, size: 10 });

function envelope(id: number, kind: string) {
  const times = { updated_at: day, reviewed_at: null, reviewer: null, review_due: null };
  return { id, kind, state: 'published' as const, version: 1, ...times, sources: [] };
}

function disease(id: number, title: string, fields: object = {}): AnyRecord {
  return {
    ...envelope(id, kindsByName.disease.name),
    title,
    title_status: 'established',
    type: 'disease',
    ...fields,
  };
}

function news(id: number, date: string): AnyRecord {
  return { ...envelope(id, kindsByName.news.name), title: `Новость ${id}`, date };
}

function rule(id: number, fields: object): AnyRecord {
  const rule = { programme: 'regional', payer: 'Регион', steps: [], diseases: [], subjects: [], ...fields };
  return { ...envelope(id, kindsByName.entitlement.name), title: `Правило ${id}`, ...rule };
}

function drug(id: number, title: string, diseases: number[]): AnyRecord {
  return { ...envelope(id, kindsByName.drug.name), title, diseases };
}
