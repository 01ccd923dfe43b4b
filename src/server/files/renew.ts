import type { Context } from '../request/context.ts';
import { writeRecord } from '../catalogue/store.ts';
import { bytesOf, sizeOf } from '../uploads/media.ts';
import { pictureAddress } from '#domain/media.ts';
import type { FileRow } from '../database/tables.ts';

/** A picture in a text, by the address that only a running server answers. */
const inText = /(!\[(?:[^[\]\\]|\\.){0,500}\]\()\/api\/files\/([0-9a-f]{48}|\d{1,9})(?=\))/g;
/** A picture in a field of its own. */
const alone = /^()\/api\/files\/([0-9a-f]{48}|\d{1,9})$/g;

/**
 * Pictures laid down before pages carried them: their sizes are noted, and whatever names them by `/api/files/` names
 * them as they are published. Does nothing once it is done.
 */
export async function renewPictures(context: Context): Promise<void> {
  const { database } = context;
  const rows = await database.kysely
    .selectFrom('files')
    .selectAll()
    .where('type', 'like', 'image/%')
    .where('width', 'is', null)
    .execute();
  if (rows.length === 0) return;
  const addresses = new Map<string, string>();
  const sizes = new Map<FileRow, { width: number; height: number }>();
  for (const row of rows) {
    const bytes = await bytesOf(context, row);
    const size = bytes && (await sizeOf(bytes));
    if (!size) continue;
    sizes.set(row, { width: size.width, height: size.height });
    for (const name of [row.file, String(row.id)]) addresses.set(name, pictureAddress(row.sha256, size));
  }
  await renewTexts(context, addresses);
  await database.transaction(async (tx) => {
    for (const [{ id }, size] of sizes)
      await tx.updateTable('files').set(size).where('id', '=', id).execute();
  });
}

async function renewTexts({ database, now }: Context, addresses: ReadonlyMap<string, string>): Promise<void> {
  const put = (whole: string, before: string, name: string) => {
    const address = addresses.get(name);
    return address ? before + address : whole;
  };
  const renewed = (json: string) =>
    JSON.stringify(
      JSON.parse(json, (key, value: unknown) =>
        typeof value === 'string' ? value.replace(key === 'src' ? alone : inText, put) : value,
      ),
    );
  await database.transaction(async (tx) => {
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
      const reason = 'Картинки выходят вместе с сайтом';
      await writeRecord(tx, { kind, id, fields, origins: 'editor', author: 'portal', reason }, now());
    }
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
  });
}
