import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { FileRow } from '../database/tables.ts';
import { renewPages } from '../editors/menus.ts';
import type { Context } from '../request/context.ts';
import { writeRecords } from '../catalogue/store.ts';
import { bytesOf, publicAddress, publicDocument, sizeOf } from '../uploads/media.ts';

/** Server address of a file, in texts and in fields. */
const inText = /(\]\()\/api\/files\/([0-9a-f]{48}|\d{1,9})(?=\))/g;
const alone = /^()\/api\/files\/([0-9a-f]{48}|\d{1,9})$/g;

/**
 * Migrates old files: stores picture sizes and replaces `/api/files/` by published addresses. Does nothing
 * once done.
 */
export async function regenerateFiles(context: Context): Promise<void> {
  const { database, db } = context;
  const isDone = await areRenewed(db);
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .$if(isDone, (some) => some.where('type', 'like', 'image/%').where('width', 'is', null))
    .execute();
  if (isDone && rows.length === 0) return;
  const addresses = new Map<string, string>();
  const sizes = new Map<number, { width: number; height: number }>();
  for (const row of rows) {
    const size =
      row.type.startsWith('image/') && row.width === null ? await sizeFor(context, row) : undefined;
    if (size) sizes.set(row.id, size);
    const address = publicDocument(row) ?? publicAddress({ ...row, ...size });
    if (address) for (const name of [row.file, String(row.id)]) addresses.set(name, address);
  }
  await database.transaction(async (tx) => {
    // Sizes first: the addresses of pictures name them.
    for (const [id, size] of sizes) await tx.updateTable('files').set(size).where('id', '=', id).execute();
    await renewTexts(tx, addresses, context.now());
    await tx.updateTable('meta').set({ value: 1 }).where('name', '=', 'files renewed').execute();
  });
}

async function areRenewed(db: ReadDatabase): Promise<boolean> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', 'files renewed')
    .executeTakeFirst();
  return row?.value === 1;
}

async function sizeFor(context: Context, row: FileRow) {
  const bytes = await bytesOf(context, row);
  const size = bytes && (await sizeOf(bytes));
  return size && { width: size.width, height: size.height };
}

async function renewTexts(
  tx: WriteTransaction,
  addresses: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const put = (whole: string, before: string, name: string) => {
    const address = addresses.get(name);
    return address ? before + address : whole;
  };
  const renewed = (json: string) =>
    JSON.stringify(
      JSON.parse(json, (_, value: unknown) =>
        typeof value === 'string' ? value.replace(alone, put).replace(inText, put) : value,
      ),
    );
  const records = await tx
    .selectFrom('records')
    .select(['id', 'kind', 'data'])
    .where('data', 'like', '%/api/files/%')
    .execute();
  for (const { id, kind, data } of records) {
    const after = renewed(data);
    const [was, is] = [data, after].map((json) => JSON.parse(json) as Record<string, unknown>);
    const fields = Object.fromEntries(
      Object.entries(is!).filter(([name, value]) => JSON.stringify(was![name]) !== JSON.stringify(value)),
    );
    if (Object.keys(fields).length === 0) continue;
    const reason = 'Файлы выходят вместе с сайтом';
    // A record with another invalid address stays as it is.
    await writeRecords(tx, [{ kind, id, fields, origins: 'editor', author: 'portal', reason }], now);
  }
  await renewDrafts(tx, renewed);
  await renewMenus(tx, renewed);
}

async function renewDrafts(tx: WriteTransaction, renewed: (json: string) => string): Promise<void> {
  const drafts = await tx
    .selectFrom('drafts')
    .select(['record_id', 'data'])
    .where('data', 'like', '%/api/files/%')
    .execute();
  for (const { record_id: id, data } of drafts)
    await tx
      .updateTable('drafts')
      .set({ data: renewed(data) })
      .where('record_id', '=', id)
      .execute();
}

async function renewMenus(tx: WriteTransaction, renewed: (json: string) => string): Promise<void> {
  const menus = await tx
    .selectFrom('menus')
    .select(['code', 'items'])
    .where('items', 'like', '%/api/files/%')
    .execute();
  for (const { code, items } of menus)
    await tx
      .updateTable('menus')
      .set({ items: renewed(items) })
      .where('code', '=', code)
      .execute();
  if (menus.length > 0) await renewPages(tx);
}
