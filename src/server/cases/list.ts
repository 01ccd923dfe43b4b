import type { CaseListQuery } from '#contract/cases.ts';
import type { FacetParameters } from '#contract/catalogue.ts';
import { caseFilterNames, caseFilters, type CaseFilter } from '#domain/cases.ts';
import { ageBand, sex, yesNo } from '#domain/vocabularies.ts';
import { termTitles } from '../catalogue/terms.ts';
import { countRows, paginate } from '../database/page.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { cardsOf } from './cards.ts';
import type { FindCases } from './finder.ts';
import { countAnswers } from './question-deadline.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { titlesOfSigns } from './signs.ts';

interface Reader {
  user: Pick<UserRow, 'id'>;
  find?: FindCases;
  /** For letters: excludes subscriptions without letters. */
  isLetter?: boolean;
}

type Chosen = Partial<Record<CaseFilter, string[] | undefined>>;
type Narrowed = ReturnType<typeof selection>;

export async function listCases(db: ReadDatabase, query: CaseListQuery, reader: Reader) {
  const found = await reader.find?.(query.query);
  const chosen = selection(db, query, reader, found);
  if (!found || query.sort) {
    const { rows, place } = await paginate(chosen, query, (lines) =>
      sorted(lines, query.sort ?? '-published_at').selectAll(),
    );
    return { items: await cardsOf(db, rows), ...place };
  }
  // In search order, best first.
  const { page, page_size } = query;
  const rows = new Map((await chosen.selectAll().execute()).map((row) => [row.id, row]));
  const ordered = found.flatMap((id) => rows.get(id) ?? []);
  const items = await cardsOf(db, ordered.slice((page - 1) * page_size, page * page_size));
  return { items, total: rows.size, page, page_size };
}

function sorted(chosen: Narrowed, sort: NonNullable<CaseListQuery['sort']>) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace('-', '') as 'answers' | 'title' | 'revised_at' | 'published_at';
  return chosen.orderBy(field === 'answers' ? countAnswers : field, direction).orderBy('id', direction);
}

/** Cases that match all filters; all chosen signs must be present, of other filters one value. */
function selection(db: ReadDatabase, query: Chosen, reader: Reader, found: readonly number[] | undefined) {
  let chosen = db.selectFrom('cases').where('published', '=', 1);
  if (found) chosen = chosen.where('id', 'in', found.length > 0 ? found : [0]);
  const { mine } = query;
  if (mine?.length)
    chosen = chosen
      .where((eb) => eb.or(mine.map((which) => eb('id', 'in', casesFor(db, which, reader)))))
      // Excludes the reader's own cases, except saved ones.
      .where((eb) =>
        eb.or([
          eb('user_id', 'is', null),
          eb('user_id', '!=', reader.user.id),
          ...(mine.includes('saved') ? [eb('id', 'in', casesFor(db, 'saved', reader))] : []),
        ]),
      );
  for (const field of caseFilterNames) {
    const values = query[field];
    if (field === 'mine' || !values?.length) continue;
    const each = field === 'signs' ? values.map((value) => [value]) : [values];
    for (const some of each)
      chosen = chosen.where('id', 'in', (eb) =>
        eb.selectFrom('case_values').select('case_id').where('field', '=', field).where('value', 'in', some),
      );
  }
  return chosen;
}

const ofMine = {
  speciality: 'Вопросы моей специальности',
  diseases: 'Заболевания, за которыми слежу',
  followed: 'Случаи, за которыми слежу',
  saved: 'Сохранённые случаи',
};

function casesFor(db: ReadDatabase, which: string, { user, isLetter = false }: Reader) {
  if (which === 'followed' || which === 'saved')
    return db
      .selectFrom('saved_cases')
      .select('case_id')
      .where('user_id', '=', user.id)
      .$if(which === 'followed', (rows) => rows.where('following', '=', 1));
  if (which === 'diseases')
    return db
      .selectFrom('case_values')
      .select('case_id')
      .where('field', '=', 'diseases')
      .where('value', 'in', (query) =>
        query
          .selectFrom('preferences')
          .select((eb) => eb.fn<string>('substr', ['topic', eb.lit('disease:'.length + 1)]).as('id'))
          .where('user_id', '=', user.id)
          .where('topic', 'like', 'disease:%')
          .$if(isLetter, (rows) => rows.where('frequency', '!=', 'off')),
      );
  return db
    .selectFrom('case_values')
    .select('case_id')
    .where('field', '=', 'specialities')
    .where('value', 'in', (eb) =>
      eb
        .selectFrom('user_terms')
        .select('code')
        .where('user_id', '=', user.id)
        .where('vocabulary', '=', which === 'speciality' ? 'specialization' : ''),
    );
}

/** Listed facet values; others are found by search. */
const maxValues = 40;

/** For every filter, the count of each value if added to the choices. */
export async function countFilters(
  db: ReadDatabase,
  query: CaseListQuery,
  reader: Reader,
): Promise<FacetParameters[]> {
  const found = await reader.find?.(query.query);
  const facets: FacetParameters[] = [];
  for (const field of caseFilterNames) {
    const others = { ...query, [field]: undefined };
    const rows =
      field === 'mine'
        ? await countMine(selection(db, others, reader, found), db, reader)
        : await db
            .selectFrom('case_values')
            .select((eb) => ['value', eb.fn.countAll<number | string>().as('count')])
            .where('field', '=', field)
            .where('case_id', 'in', selection(db, others, reader, found).select('id'))
            .groupBy('value')
            .execute();
    const titles = await titlesOf(
      db,
      field,
      rows.map(({ value }) => value),
    );
    const values = rows.map(({ value, count }) => ({
      id: value,
      value: titles.get(value) ?? value,
      count: Number(count),
    }));
    const closed = Object.keys(closedLists[field] ?? {});
    facets.push({
      field,
      title: caseFilters[field],
      values:
        closed.length > 0
          ? values.toSorted((one, other) => closed.indexOf(one.id) - closed.indexOf(other.id))
          : values
              .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'))
              .slice(0, maxValues),
    });
  }
  return facets;
}

async function countMine(chosen: Narrowed, db: ReadDatabase, reader: Reader) {
  const rows = [];
  for (const value of Object.keys(ofMine)) {
    const count = await countRows(chosen.where('id', 'in', casesFor(db, value, reader)));
    if (count > 0) rows.push({ value, count });
  }
  return rows;
}

const closedLists: Partial<Record<CaseFilter, Readonly<Record<string, string>>>> = {
  mine: ofMine,
  sex,
  age_band: ageBand,
  figures: yesNo,
  question: { open: 'Ждёт ответа', closed: 'Есть исход' },
};

async function titlesOf(db: ReadDatabase, field: CaseFilter, values: string[]): Promise<Map<string, string>> {
  if (field === 'diseases') {
    const linked = await publishedRecords(db, values.map(Number));
    return new Map([...linked].map(([id, { title }]) => [String(id), title]));
  }
  if (field === 'areas') return await termTitles(db, 'therapeuticarea');
  if (field === 'region') return await termTitles(db, 'subject');
  if (field === 'signs') return await titlesOfSigns();
  return new Map(Object.entries(closedLists[field] ?? {}));
}
