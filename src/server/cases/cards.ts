import type { CaseCard } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import { presentSigns, questionStateOf, readContent } from './content.ts';
import { namesOf } from './people.ts';
import { linkedOf } from './published.ts';
import { firstAnswersTo, deadlineOf } from './question-deadline.ts';

export async function cardsOf(db: ReadDatabase, rows: readonly CaseRow[]): Promise<CaseCard[]> {
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
  const ids = rows.map(({ id }) => id);
  const answers = await countAnswers(db, ids);
  const firstAnswers = await firstAnswersTo(db, ids);
  const pictures = await picturesOf(db, contents);
  return rows.map((row) => {
    const content = contentOf(row);
    return {
      id: row.id,
      title: content.title,
      diseases: linked(content.diseases),
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
      picture: pictures.get(row.id) ?? null,
      question: questionStateOf(content, row.question_closed_at),
      term: deadlineOf(row, content, firstAnswers.get(row.id) ?? null),
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

/** The first picture of each. */
async function picturesOf(
  db: ReadDatabase,
  contents: ReadonlyMap<number, CaseContent>,
): Promise<Map<number, NonNullable<CaseCard['picture']>>> {
  const first = [...contents].flatMap(([id, { figures }]) => (figures[0] ? [{ id, ...figures[0] }] : []));
  if (first.length === 0) return new Map();
  const files = await db
    .selectFrom('case_files')
    .select(['id', 'width', 'height'])
    .where('role', '=', 'figure')
    .where(
      'id',
      'in',
      first.map(({ file }) => file),
    )
    .execute();
  return new Map(
    first.flatMap(({ id, file, alt }) => {
      const found = files.find((one) => one.id === file);
      if (!found) return [];
      const { width, height } = found;
      return [[id, { url: `/api/cases/${id}/files/${file}`, alt, width, height }] as const];
    }),
  );
}
