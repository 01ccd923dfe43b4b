import type { CaseCard } from '#contract/cases.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import { presentSigns, questionStateOf, readContent } from './content.ts';
import { namesOf } from './people.ts';
import { linkedOf } from './published.ts';
import { answersOf, deadlineOf } from './question-deadline.ts';

export async function cardsOf(db: ReadDatabase, rows: readonly CaseRow[]): Promise<CaseCard[]> {
  if (rows.length === 0) return [];
  const cases = rows.map((row) => ({ row, content: readContent(row.shown ?? row.data) }));
  const linked = await linkedOf(
    db,
    cases.flatMap(({ content }) => content.diseases),
  );
  const names = await namesOf(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const answers = await answersOf(
    db,
    rows.map(({ id }) => id),
  );
  const files = await db
    .selectFrom('case_files')
    .select(['id', 'width', 'height'])
    .where('role', '=', 'figure')
    .where('id', 'in', [0, ...cases.flatMap(({ content }) => content.figures[0]?.file ?? [])])
    .execute();
  return cases.map(({ row, content }) => {
    const { count = 0, first } = answers.get(row.id) ?? {};
    const [figure] = content.figures;
    const file = files.find(({ id }) => id === figure?.file);
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
      picture:
        figure && file
          ? {
              url: `/api/cases/${row.id}/files/${file.id}`,
              alt: figure.alt,
              width: file.width,
              height: file.height,
            }
          : null,
      question: questionStateOf(content, row.question_closed_at),
      term: deadlineOf(row, content, first),
      answers: count,
      published_at: row.published_at ?? '',
      revised_at: row.revised_at ?? '',
      demo: row.demo === 1,
    };
  });
}
