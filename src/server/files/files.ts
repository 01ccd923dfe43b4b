import type { FileAnswer } from '#contract/call.ts';
import type { DeskFile } from '#contract/files.ts';
import { slices } from '../catalogue/stored.ts';
import type { Context } from '../context.ts';
import type { Reading } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { pageOf, type AskedPage } from '../database/page.ts';
import type { FileRow } from '../database/tables.ts';
import { noteDeed, nowOf, type Desk } from '../editors/desk.ts';
import { currentNavigation } from '../editors/menus.ts';
import { namedRecords } from '../editors/names.ts';
import { peopleOf } from '../editors/people.ts';
import type { Once } from '../http/repeats.ts';
import { Refusal } from '../refusal.ts';
import { createUploads } from '../uploads/uploads.ts';

const mostBytes = 20 * 2 ** 20;
const types = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
const addressOf = (id: number) => `/api/files/${id}`;

/** Files that editors have laid down for readers, the newest first, each with what names it. */
export async function listFiles({ database }: Pick<Context, 'database'>, asked: AskedPage) {
  const db = database.kysely;
  const { rows, place } = await pageOf(db.selectFrom('files'), asked, (lines) =>
    lines.selectAll().orderBy('id', 'desc'),
  );
  return { items: await shown(db, rows), ...place };
}

async function shown(db: Reading, rows: readonly FileRow[]): Promise<DeskFile[]> {
  const uses = await usesOf(
    db,
    rows.map(({ id }) => id),
  );
  const person = await peopleOf(
    db,
    rows.map(({ author_id }) => author_id),
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    name: row.name,
    type: row.type,
    size: row.size,
    url: addressOf(row.id),
    remarks: JSON.parse(row.remarks) as string[],
    uses: uses.get(row.id) ?? [],
    author: person(row.author_id)?.name ?? null,
    created_at: row.created_at,
  }));
}

/** What names the files: records in any state, drafts and menus. */
async function usesOf(db: Reading, ids: readonly number[]): Promise<Map<number, DeskFile['uses']>> {
  const wanted = new Set(ids);
  const uses = new Map<number, DeskFile['uses']>(ids.map((id) => [id, []]));
  if (ids.length === 0) return uses;
  const found = new Map<number, Set<number>>();
  const look = (record: number, ...texts: string[]) => {
    for (const text of texts)
      for (const id of namedIn(text))
        if (wanted.has(id)) found.set(id, (found.get(id) ?? new Set()).add(record));
  };
  const part = '%/api/files/%';
  for (const { id, data, sources } of await db
    .selectFrom('records')
    .select(['id', 'data', 'sources'])
    .where((eb) => eb.or([eb('data', 'like', part), eb('sources', 'like', part)]))
    .execute())
    look(id, data, sources);
  for (const { record_id, data, sources } of await db
    .selectFrom('drafts')
    .select(['record_id', 'data', 'sources'])
    .where((eb) => eb.or([eb('data', 'like', part), eb('sources', 'like', part)]))
    .execute())
    look(record_id, data, sources);
  const records = [...new Set([...found.values()].flatMap((set) => [...set]))];
  const named = new Map<number, string>();
  for (const some of slices(records, 500))
    for (const { id, title } of await namedRecords(db, some)) named.set(id, title);
  for (const [id, set] of found)
    for (const record of set) uses.get(id)?.push({ record, title: named.get(record) ?? `№ ${record}` });
  for (const { items } of await currentNavigation(db))
    for (const { title, url } of items)
      for (const id of namedIn(url)) uses.get(id)?.push({ record: null, title: `Меню: ${title}` });
  return uses;
}

const namedIn = (text: string): number[] =>
  [...text.matchAll(/\/api\/files\/(\d{1,9})(?!\d)/g)].map(([, id]) => Number(id));

/** Lays a file down; the answer says what readers with a screen reader will miss in it. */
export async function addFile(
  { file, title }: { file: File; title: string },
  desk: Desk,
  once: Once,
): Promise<DeskFile> {
  const uploads = createUploads(desk.context);
  const received = await uploads.receive(file, { types, mostBytes, field: 'file' });
  return await once(async (tx) => {
    const row = await tx
      .insertInto('files')
      .values({
        id: await nextNumber(tx, 'file'),
        title,
        ...received,
        remarks: JSON.stringify(received.remarks),
        author_id: desk.user.id,
        created_at: nowOf(desk).toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteDeed(tx, desk, { deed: 'file added', details: `файл ${row.id}: ${row.name}` });
    return (await shown(tx, [row]))[0]!;
  });
}

/** Removes a file that nothing names. */
export async function removeFile(id: number, desk: Desk): Promise<null> {
  const { database } = desk.context;
  const row = await database.transaction(async (tx) => {
    const found = await find(tx, id);
    const uses = (await usesOf(tx, [id])).get(id) ?? [];
    if (uses.length > 0)
      throw new Refusal(
        409,
        `Файл называют: ${uses
          .slice(0, 5)
          .map(({ title }) => `«${title}»`)
          .join(', ')}${uses.length > 5 ? ` и ещё ${uses.length - 5}` : ''}. Сначала уберите ссылки.`,
      );
    await tx.deleteFrom('files').where('id', '=', id).execute();
    await noteDeed(tx, desk, { deed: 'file removed', details: `файл ${id}: ${found.name}` });
    return found;
  });
  await createUploads(desk.context).discard([row]);
  return null;
}

/** The file for anybody: what editors lay down here is for readers. */
export async function giveFile(id: number, context: Context): Promise<FileAnswer> {
  const row = await find(context.database.kysely, id);
  return await createUploads(context).give(row);
}

async function find(db: Reading, id: number): Promise<FileRow> {
  const row = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal(404, 'Такого файла нет.');
  return row;
}
