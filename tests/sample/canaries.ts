import * as z from 'zod/mini';
import { caseContent } from '#contract/forms/cases.ts';
import { caseStates } from '#domain/cases.ts';
import { addUser } from '#server/account/users.ts';
import { publishCase } from '#server/cases/publication.ts';
import { insertCase } from '#server/cases/author-actions.ts';
import type { Database } from '#server/database/database.ts';
import { nextNumber } from '#server/database/number.ts';

/** Prefixes of canaries in both alphabets: finding one means a leak. */
export const canary = { russian: 'канарейка', latin: 'kanareika' };

/** Puts a unique word into every text of people and of cases in every state; returns the words. */
export async function letCanariesIn(database: Database, disease: number): Promise<string[]> {
  const words: string[] = [];
  const sing = (alphabet: keyof typeof canary = 'russian') => {
    const word = `${canary[alphabet]}${words.length}${alphabet === 'russian' ? 'ж' : 'z'}`;
    words.push(word);
    return word;
  };
  const at = new Date('2026-11-01T09:00:00Z');
  const created_at = at.toISOString();
  await database.transaction(async (tx) => {
    for (const state of Object.keys(caseStates)) {
      const user = await addUser(tx, {
        type: 'doctor',
        email: `${sing('latin')}@example.ru`,
        last_name: sing(),
        name: sing(),
        second_name: sing(),
        city: sing(),
        med: sing(),
        company: sing(),
        position: sing(),
        created_at,
        confirmed_at: created_at,
        verified_at: created_at,
      });
      const prose = () => sing();
      const content = z.parse(caseContent, {
        title: sing(),
        suspected: sing(),
        diseases: [disease],
        complaint: prose(),
        history: prose(),
        findings: prose(),
        signs: [{ hpo: 'HP:0001744', title: sing(), presence: 'yes', note: sing() }],
        tests: [
          { title: sing(), value: sing(), unit: sing(), reference: sing(), when: sing(), note: sing() },
        ],
        timeline: [{ kind: 'event', when: sing(), title: sing(), text: sing() }],
        therapy: prose(),
        outcome: prose(),
        discussion: prose(),
        question: prose(),
        keywords: [sing(), sing()],
        references: [sing()],
        cleared: [{ field: 'history', words: sing() }],
      });
      const row = await insertCase(tx, { userId: user.id, content, at });
      if (state === 'published' || state === 'archived') await publishCase(tx, row, { at, editorId: null });
      await tx
        .updateTable('cases')
        .set({ state, published: state === 'published' ? 1 : 0, reason: sing(), question_outcome: sing() })
        .where('id', '=', row.id)
        .execute();
      const part = { case_id: row.id, user_id: user.id, created_at };
      await tx
        .insertInto('case_answers')
        .values({
          ...part,
          id: await nextNumber(tx, 'case part'),
          opinion: sing(),
          next_steps: sing(),
          experience: 'seen',
          parent_id: null,
          edited_at: null,
        })
        .execute();
      await tx
        .insertInto('case_problems')
        .values({
          ...part,
          id: await nextNumber(tx, 'case part'),
          text: sing(),
          state: 'new',
          answer_id: null,
        })
        .execute();
    }
  });
  return words;
}
