import { authorCalled, splitMentions } from '#domain/mentions.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import { namesOf } from './people.ts';

/** Authors of comments under a case by shown name; all namesakes are mentioned. */
type Writers = ReadonlyMap<string, readonly number[]>;

export async function writersOf(
  db: ReadDatabase,
  { id, user_id: author }: Pick<CaseRow, 'id' | 'user_id'>,
): Promise<Writers> {
  const rows = await db
    .selectFrom('case_answers')
    .select('user_id')
    .distinct()
    .where('case_id', '=', id)
    .where('removed_by', '=', '')
    .where('user_id', 'is not', null)
    .execute();
  const ids = rows.flatMap(({ user_id }) => (user_id === null || user_id === author ? [] : [user_id]));
  const names = await namesOf(db, ids);
  const writers = new Map<string, number[]>(author === null ? [] : [[authorCalled, [author]]]);
  for (const one of ids) {
    const { title } = names.full(one);
    writers.set(title, [...(writers.get(title) ?? []), one]);
  }
  return writers;
}

interface Words {
  opinion: string;
  next_steps: string;
}
const partsOf = (text: string, writers: Writers) => splitMentions(text, [...writers.keys()]);

/** Ids of mentioned users. */
export function mentionedIn({ opinion, next_steps }: Words, writers: Writers): number[] {
  const parts = [...partsOf(opinion, writers), ...partsOf(next_steps, writers)];
  return [...new Set(parts.flatMap(({ name }) => (name === undefined ? [] : (writers.get(name) ?? []))))];
}

/** Text without mentions, which are visible anyway. */
export function withoutNames({ opinion, next_steps }: Words, writers: Writers) {
  const mentioned = (text: string) =>
    partsOf(text, writers)
      .map((part) => (part.name === undefined ? part.text : 'коллега'))
      .join('');
  return { opinion: mentioned(opinion), next_steps: mentioned(next_steps) };
}
