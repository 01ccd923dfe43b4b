import { importOfAuthor, userOfAuthor } from '../audit/content.ts';
import type { ReadDatabase } from '../database/database.ts';

interface Person {
  id: number;
  name: string;
}

/** Names of accounts for colleagues. */
export async function peopleOf(
  db: ReadDatabase,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => Person | null> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'name', 'last_name', 'email'])
          .where('id', 'in', wanted)
          .execute();
  const names = new Map(rows.map((row) => [row.id, { id: row.id, name: nameOf(row) }]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

export const nameOf = ({ name, last_name, email }: { name: string; last_name: string; email: string }) =>
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
