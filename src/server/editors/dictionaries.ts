import { audit } from '../audit/audit.ts';
import type { DeskDictionary } from '#contract/desk.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { publicKinds, valuesAt } from '#domain/kinds/index.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { getTerms, putTerms, renewPages, type Term } from '../catalogue/terms.ts';
import { portionsById } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { parsed } from './record-view.ts';

/** Dictionaries of forms: editors may fill them when they are empty. */
const formDictionaries: Record<string, string> = {
  subject: 'Субъекты Российской Федерации',
  therapeuticarea: 'Области медицины',
  scientificstatus: 'Учёные степени и звания',
  specialization: 'Специальности врачей',
};
const dictionaryTitles: Record<string, string> = { ...formDictionaries, mkb10: 'МКБ-10' };
/** Longer dictionaries come from official reference books by import only. */
const maxEditable = 500;

export const dictionaryHandlers = {
  'GET /api/editors/dictionaries': async ({ db }) => {
    const rows = await db.selectFrom('terms').select('vocabulary').distinct().execute();
    const codes = new Set([...Object.keys(formDictionaries), ...rows.map(({ vocabulary }) => vocabulary)]);
    return await Promise.all([...codes].toSorted().map((code) => getDictionary(db, code)));
  },
  /** Renames a value, or appends one. */
  'POST /api/editors/dictionaries/{code}': (caller, { path: { code }, input: { item, title } }) =>
    updateTerms(caller, code, `${item} = ${title}`, async (tx, terms) => {
      const known = terms.find((term) => term.code === item);
      const last = Math.max(0, ...terms.map(({ position }) => position));
      await putTerms(tx, code, [{ ...known, code: item, title, position: known?.position ?? last + 1 }]);
    }),
  'POST /api/editors/dictionaries/{code}/order': (caller, { path: { code }, input: { items } }) =>
    updateTerms(caller, code, 'порядок', async (tx, terms) => {
      const places = new Map(items.map((item, index) => [item, index]));
      if (terms.length !== places.size || terms.some((term) => !places.has(term.code)))
        throw new HttpError(409, 'Словарь тем временем изменили. Откройте его заново.');
      await putTerms(
        tx,
        code,
        terms.map((term) => ({ ...term, position: (places.get(term.code) ?? 0) + 1 })),
      );
    }),
  'POST /api/editors/dictionaries/{code}/remove': (caller, { path: { code }, input: { item } }) =>
    updateTerms(caller, code, `убрано ${item}`, async (tx) => {
      const used = (await usageOf(tx, code)).get(item) ?? 0;
      if (used > 0)
        throw new HttpError(409, `Это значение называют: ${used}. Сначала замените его в записях.`);
      await tx.deleteFrom('terms').where('vocabulary', '=', code).where('code', '=', item).execute();
      await renewPages(tx);
    }),
} satisfies Partial<Handlers>;

async function getDictionary(db: ReadDatabase, code: string): Promise<DeskDictionary> {
  const terms = await getTerms(db, code);
  const isByHand = terms.length <= maxEditable;
  const usage = isByHand ? await usageOf(db, code) : new Map<string, number>();
  return {
    code,
    title: dictionaryTitles[code] ?? code,
    total: terms.length,
    items: isByHand
      ? terms.map((term) => ({ code: term.code, title: term.title, usage: usage.get(term.code) ?? 0 }))
      : [],
  };
}

/** Records (in any state) and people by value. */
async function usageOf(db: ReadDatabase, dictionary: string): Promise<Map<string, number>> {
  const usage = new Map<string, number>();
  for (const kind of publicKinds) {
    const paths = pathsOf(describeKind(kind).fields, dictionary);
    if (paths.length === 0) continue;
    for await (const records of recordsOf(db, kind.name))
      for (const data of records.map((record) => parsed(record.data)))
        for (const value of new Set(paths.flatMap((path) => valuesAt(data, path))))
          usage.set(String(value), (usage.get(String(value)) ?? 0) + 1);
  }
  const people = await db
    .selectFrom('user_terms')
    .select((eb) => ['code', eb.fn.countAll<number | string>().as('count')])
    .where('vocabulary', '=', dictionary)
    .groupBy('code')
    .execute();
  for (const { code, count } of people) usage.set(code, (usage.get(code) ?? 0) + Number(count));
  return usage;
}

const recordsOf = (db: ReadDatabase, kind: string) =>
  portionsById((last) =>
    db
      .selectFrom('records')
      .select(['id', 'data'])
      .where('kind', '=', kind)
      .where('id', '>', last)
      .orderBy('id')
      .limit(100)
      .execute(),
  );

const pathsOf = (fields: readonly FieldDescription[], dictionary: string, before = ''): string[] =>
  fields.flatMap((field) => [
    ...(field.dictionary === dictionary ? [before + field.name] : []),
    ...(field.fields ? pathsOf(field.fields, dictionary, `${before}${field.name}.`) : []),
  ]);

async function updateTerms(
  caller: Caller,
  code: string,
  details: string,
  action: (tx: WriteTransaction, terms: Term[]) => Promise<void>,
): Promise<DeskDictionary> {
  await caller.database.transaction(async (tx) => {
    const terms = await getTerms(tx, code);
    if (terms.length === 0 && !Object.hasOwn(formDictionaries, code))
      throw new HttpError(404, 'Такого словаря нет.');
    if (terms.length > maxEditable)
      throw new HttpError(
        409,
        'Этот словарь приходит из государственного справочника: загрузите новую редакцию импортом.',
      );
    await action(tx, terms);
    await audit(tx, caller, 'dictionary changed', { details: `${code}: ${details}` });
  });
  return await getDictionary(caller.db, code);
}
