import { step } from './step.ts';

/** Time of a question and notified colleagues by circle; unknown for older ones. */
export const questionTerm = step(
  `
  alter table cases add column question_asked_at text;
  alter table cases add column question_circles text;
`,
  async (db) => {
    const rows = await db
      .selectFrom('cases')
      .select(['id', 'shown', 'published_at'])
      .where('shown', 'is not', null)
      .execute();
    for (const { id, shown, published_at } of rows) {
      const { question = '' } = JSON.parse(shown ?? '{}') as { question?: string };
      if (question.trim() === '') continue;
      await db
        .updateTable('cases')
        .set({ question_asked_at: published_at, question_circles: 'null' })
        .where('id', '=', id)
        .execute();
    }
  },
);
