import type { CaseCard, CaseListQuery, PublishedCase } from '#contract/cases.ts';
import type { FacetParameters } from '#contract/catalogue.ts';
import type { FileAnswer } from '#contract/call.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { addressOf, getKind, type AnyCard } from '#domain/kinds/index.ts';
import { site } from '#domain/site.ts';
import { ageBand, sex, yesNo } from '#domain/vocabularies.ts';
import { getTerms } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow, UserRow } from '../database/tables.ts';
import { presentSigns, questionStateOf, readContent } from './content.ts';
import { findFile, giveFile } from './files.ts';
import { noCase } from './own.ts';
import { messagesOf } from './messages.ts';
import { namesOf } from './people.ts';
import { similarTo } from './similar.ts';
import { countCases } from './publication.ts';
import type { Caller } from '../request/caller.ts';

/** What everybody may know of cases: how many, and of which areas. */
export async function teaser(db: ReadDatabase): Promise<{ total: number; topics: string[] }> {
  const rows = await db
    .selectFrom('case_values')
    .innerJoin('cases', 'cases.id', 'case_values.case_id')
    .select('value')
    .distinct()
    .where('field', '=', 'areas')
    .where('cases.published', '=', 1)
    .where('cases.demo', '=', 0)
    .execute();
  const codes = new Set(rows.map(({ value }) => value));
  const topics = (await getTerms(db, 'therapeuticarea'))
    .filter(({ code }) => codes.has(code))
    .map(({ title }) => title);
  return { total: await countCases(db), topics };
}

const filters = ['diseases', 'areas', 'sex', 'age_band', 'figures', 'question'] as const;
type Filter = (typeof filters)[number];

export async function listCases(
  db: ReadDatabase,
  query: CaseListQuery,
): Promise<{ items: CaseCard[]; total: number; page: number; page_size: number }> {
  const { page, page_size, sort = '-published_at' } = query;
  const chosen = selection(db, query);
  const { total } = await chosen
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace('-', '');
  const ordered =
    field === 'answers'
      ? chosen.orderBy(
          (eb) =>
            eb
              .selectFrom('case_answers')
              .select((inner) => inner.fn.countAll().as('count'))
              .whereRef('case_answers.case_id', '=', 'cases.id'),
          'desc',
        )
      : chosen.orderBy(
          field === 'title' ? 'title' : field === 'revised_at' ? 'revised_at' : 'published_at',
          direction,
        );
  const rows = await ordered
    .selectAll()
    .orderBy('id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { items: await cardsOf(db, rows), total: Number(total), page, page_size };
}

/** Published cases that every chosen filter leaves. */
function selection(db: ReadDatabase, query: Partial<Record<Filter, string[] | undefined>>) {
  let chosen = db.selectFrom('cases').where('published', '=', 1);
  for (const field of filters) {
    const values = query[field];
    if (!values?.length) continue;
    chosen = chosen.where('id', 'in', (eb) =>
      eb.selectFrom('case_values').select('case_id').where('field', '=', field).where('value', 'in', values),
    );
  }
  return chosen;
}

const facetTitles: Record<Filter, string> = {
  diseases: 'Заболевание',
  areas: 'Область медицины',
  sex: 'Пол',
  age_band: 'Возраст',
  figures: 'Есть снимки',
  question: 'Вопрос коллегам',
};

/** For every filter, how many cases each value would leave if it were chosen beside the others. */
export async function countFilters(db: ReadDatabase, query: CaseListQuery): Promise<FacetParameters[]> {
  const facets: FacetParameters[] = [];
  for (const field of filters) {
    const others = { ...query, [field]: undefined };
    const rows = await db
      .selectFrom('case_values')
      .select((eb) => ['value', eb.fn.countAll<number | string>().as('count')])
      .where('field', '=', field)
      .where('case_id', 'in', selection(db, others).select('id'))
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
    const closed = closedLists[field];
    facets.push({
      field,
      title: facetTitles[field],
      values: closed
        ? values.toSorted((one, other) => closed.indexOf(one.id) - closed.indexOf(other.id))
        : values.toSorted(
            (one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'),
          ),
    });
  }
  return facets;
}

const questions = { open: 'Ждёт ответа', closed: 'Есть исход' };
const closedLists: Partial<Record<Filter, string[]>> = {
  sex: Object.keys(sex),
  age_band: Object.keys(ageBand),
  question: Object.keys(questions),
};

async function titlesOf(db: ReadDatabase, field: Filter, values: string[]): Promise<Map<string, string>> {
  if (field === 'diseases') {
    const linked = await linkedOf(db, values.map(Number));
    return new Map([...linked].map(([id, { title }]) => [String(id), title]));
  }
  if (field === 'areas')
    return new Map((await getTerms(db, 'therapeuticarea')).map(({ code, title }) => [code, title]));
  return new Map(Object.entries({ sex, age_band: ageBand, figures: yesNo, question: questions }[field]));
}

type Linked = PublishedCase['disease_cards'][number];

/** Published records that cases name. */
export async function linkedOf(db: ReadDatabase, ids: readonly number[]): Promise<Map<number, Linked>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('records')
    .select(['id', 'kind', 'code', 'card'])
    .where('id', 'in', [...new Set(ids)])
    .where('state', '=', 'published')
    .execute();
  return new Map(
    rows.map(({ id, kind, code, card }) => [
      id,
      { id, title: (JSON.parse(card) as AnyCard).title, url: addressOf(getKind(kind), { id, code }) },
    ]),
  );
}

const present = <Item>(item: Item | undefined): item is Item => item !== undefined;

async function cardsOf(db: ReadDatabase, rows: readonly CaseRow[]): Promise<CaseCard[]> {
  const contents = new Map(rows.map((row) => [row.id, readContent(row.shown ?? row.data)]));
  const contentOf = (row: CaseRow) => contents.get(row.id) as CaseContent;
  const linked = await linkedOf(
    db,
    [...contents.values()].flatMap(({ diseases }) => diseases),
  );
  const names = await namesOf(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const answers = await countAnswers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const content = contentOf(row);
    return {
      id: row.id,
      title: content.title,
      diseases: content.diseases.map((id) => linked.get(id)).filter(present),
      suspected: content.suspected,
      areas: content.areas,
      age_band: content.age_band,
      sex: content.sex,
      region: content.region,
      signs: presentSigns(content)
        .slice(0, 6)
        .map(({ title }) => title),
      author: names.as(content.authorship, row.user_id),
      figures: content.figures.length,
      question: questionStateOf(content, row.question_closed_at),
      answers: answers.get(row.id) ?? 0,
      published_at: row.published_at ?? '',
      revised_at: row.revised_at ?? '',
      demo: row.demo === 1,
    };
  });
}

async function countAnswers(db: ReadDatabase, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('case_answers')
    .select((eb) => ['case_id', eb.fn.countAll<number | string>().as('count')])
    .where('case_id', 'in', ids)
    .where('removed_by', '=', '')
    .groupBy('case_id')
    .execute();
  return new Map(rows.map(({ case_id, count }) => [case_id, Number(count)]));
}

/** A case that readers see. */
export async function getPublished(db: ReadDatabase, id: number): Promise<CaseRow & { shown: string }> {
  const row = await db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .where('published', '=', 1)
    .executeTakeFirst();
  if (!row || row.shown === null) throw noCase();
  return { ...row, shown: row.shown };
}

interface Reader {
  user: UserRow;
  /** Verified doctors and editors: those who may answer. */
  mayAnswer: boolean;
  siteUrl: string;
}

/** A published case as this doctor reads it. */
export async function showPublished(
  db: ReadDatabase,
  row: CaseRow & { shown: string },
  { user, mayAnswer, siteUrl }: Reader,
): Promise<PublishedCase> {
  const { cleared: _, rarity_accepted: __, figures, ...content } = readContent(row.shown);
  const whole = readContent(row.shown);
  const files = await db.selectFrom('case_files').selectAll().where('case_id', '=', row.id).execute();
  const linked = await linkedOf(db, [...content.diseases, ...content.drugs]);
  const names = await namesOf(db, [row.user_id]);
  const following = await db
    .selectFrom('case_followers')
    .select('user_id')
    .where('case_id', '=', row.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  const author = names.as(content.authorship, row.user_id);
  const question = questionStateOf(whole, row.question_closed_at);
  const own = row.user_id === user.id;
  return {
    ...content,
    id: row.id,
    edition: row.edition,
    figures: figures.flatMap(({ file, caption, alt }) => {
      const found = files.find(({ id }) => id === file);
      if (!found) return [];
      const { width, height } = found;
      return [{ file, url: `/api/cases/${row.id}/files/${file}`, caption, alt, width, height }];
    }),
    disease_cards: content.diseases.map((id) => linked.get(id)).filter(present),
    drug_cards: content.drugs.map((id) => linked.get(id)).filter(present),
    author,
    published_at: row.published_at ?? '',
    revised_at: row.revised_at ?? '',
    demo: row.demo === 1,
    citation: [
      `${author.title}.`,
      `${content.title.replace(/\.$/, '')}.`,
      `${site.title}: клинический случай №\u00a0${row.id}${row.edition > 1 ? `, редакция ${row.edition}` : ''},`,
      `${(row.published_at ?? '').slice(0, 10).split('-').toReversed().join('.')}.`,
      `${siteUrl}/cases/${row.id}/`,
    ].join(' '),
    similar: await similarTo(db, row.id, whole),
    answers: await messagesOf(db, row, user),
    question_state: question,
    question_outcome: row.question_outcome,
    question_closed_at: row.question_closed_at,
    own,
    following: following !== undefined,
    may_answer: mayAnswer,
  };
}

/** A picture of the edition that readers see: of no other, and never the consent. */
export async function givePublishedFile(
  caller: Caller,
  { id, file }: { id: number; file: number },
): Promise<FileAnswer> {
  const db = caller.db;
  const row = await getPublished(db, id);
  const isShown = readContent(row.shown).figures.some((figure) => figure.file === file);
  return await giveFile(isShown ? await findFile(db, id, file) : undefined, caller);
}
