import { idsOf, readInChunks } from '../database/chunks.ts';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../request/context.ts';
import type { OutboxRow } from '../database/tables.ts';

/** Letters as files, without a mail server. */
export const lettersFolder = (dataDir: string) => path.resolve(dataDir, 'mail');
export const letterFile = ({ id, kind }: Pick<OutboxRow, 'id' | 'kind'>) =>
  `${String(id).padStart(6, '0')}-${kind}.eml`;

/** Milliseconds that a letter without a row is kept: an erased person's row is deleted with the letter. */
const leftToRead = 86_400_000;

/** Deletes letter files without a row; the named ones at once. */
export async function sweepLetters(
  { settings, database, now }: Pick<Context, 'settings' | 'database' | 'now'>,
  { letters = [] }: { letters?: readonly Pick<OutboxRow, 'id' | 'kind'>[] } = {},
): Promise<void> {
  const folder = lettersFolder(settings.DATA_DIR);
  for (const letter of letters) await rm(path.join(folder, letterFile(letter)), { force: true });
  const names = await readdir(folder).catch(() => []);
  const numbered = names.flatMap((name) =>
    /^\d{6,}-.*\.eml(\.part)?$/.test(name) ? [{ name, id: parseInt(name, 10) }] : [],
  );
  const rows = await readInChunks(idsOf(numbered), (ids) =>
    database.kysely.selectFrom('outbox').select('id').where('id', 'in', ids).execute(),
  );
  const known = new Set(idsOf(rows));
  for (const { name } of numbered.filter(({ id }) => !known.has(id))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && now().getTime() - found.mtimeMs > leftToRead) await rm(file, { force: true });
  }
}
