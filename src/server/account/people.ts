import { importOfAuthor, userOfAuthor } from '../audit/content.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';

/** Names of accounts for colleagues. */
export async function peopleOf(db: ReadDatabase, ids: readonly (number | null)[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email'])
    .where('id', 'in', [0, ...ids.filter((id) => id !== null)])
    .execute();
  const people = new Map(rows.map((row) => [row.id as number | null, { id: row.id, name: nameOf(row) }]));
  return (id: number | null) => people.get(id) ?? null;
}

export const nameOf = ({ name, last_name, email }: Pick<UserRow, 'name' | 'last_name' | 'email'>) =>
  `${name} ${last_name}`.trim() || email;

/** Authors of versions: account names, or import and starter as they are. */
export async function authorsOf(
  db: ReadDatabase,
  authors: readonly string[],
): Promise<(author: string) => string> {
  const person = await peopleOf(db, authors.map(userOfAuthor));
  return (author) => {
    const id = userOfAuthor(author);
    if (id !== null) return person(id)?.name ?? 'Бывший сотрудник';
    const format = importOfAuthor(author);
    return format === undefined ? author : `Импорт ${format}`;
  };
}
