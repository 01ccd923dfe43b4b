import { audit } from '../audit/audit.ts';
import type { DeskFile, filesContract } from '#contract/files.ts';
import type { ExpressionBuilder } from 'kysely';
import type { ReadDatabase } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { paginate } from '../database/page.ts';
import type { FileRow, Tables } from '../database/tables.ts';
import { currentNavigation } from '../editors/menus.ts';
import { namedRecords } from '../catalogue/names.ts';
import { peopleOf } from '../account/people.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { cropped, publicAddress, publicDocument } from '../uploads/media.ts';
import { createUploads } from '../uploads/uploads.ts';

const allowedTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
/** The random file name: an embargoed document is not found by counting. */
const addressOf = ({ file }: Pick<FileRow, 'file'>) => `/api/files/${file}`;

async function fileView(db: ReadDatabase, rows: readonly FileRow[]): Promise<DeskFile[]> {
  const uses = await usesOf(db, rows);
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
    url: publicDocument(row) ?? addressOf(row),
    picture: publicAddress(row),
    uses: uses.get(row.id) ?? [],
    author: person(row.author_id)?.name ?? null,
    created_at: row.created_at,
  }));
}

type Named = Pick<FileRow, 'id' | 'file' | 'sha256'>;

/** Uses of files: records in any state, drafts and menus. */
async function usesOf(db: ReadDatabase, files: readonly Named[]): Promise<Map<number, DeskFile['uses']>> {
  const uses = new Map<number, DeskFile['uses']>(files.map(({ id }) => [id, []]));
  if (files.length === 0) return uses;
  const found = new Map<number, Set<number>>();
  const look = (record: number, texts: readonly string[]) => {
    for (const id of namedIn(texts, files)) found.set(id, (found.get(id) ?? new Set()).add(record));
  };
  for await (const { id, data, sources } of recordsWithFiles(db)) look(id, [data, sources]);
  for (const { record_id, data, sources } of await db
    .selectFrom('drafts')
    .select(['record_id', 'data', 'sources'])
    .where(namesFiles)
    .execute())
    look(record_id, [data, sources]);
  const records = [...found.values()].flatMap((set) => [...set]);
  const named = await namedRecords(db, records);
  for (const [id, set] of found)
    for (const record of set)
      uses.get(id)?.push({ record, title: named.get(record)?.title ?? `№ ${record}` });
  for (const { items } of await currentNavigation(db))
    for (const { title, url } of items)
      for (const id of namedIn([url], files)) uses.get(id)?.push({ record: null, title: `Меню: ${title}` });
  return uses;
}

const namesFiles = (eb: ExpressionBuilder<Tables, 'records' | 'drafts'>) =>
  eb.or(
    ['%/api/files/%', '%/media/%'].flatMap((part) => [eb('data', 'like', part), eb('sources', 'like', part)]),
  );
/** Batch size, with pauses for other requests. */
const recordsOfSlice = 500;

async function* recordsWithFiles(db: ReadDatabase) {
  let after = 0;
  for (;;) {
    const last = await db
      .selectFrom('records')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .offset(recordsOfSlice - 1)
      .limit(1)
      .executeTakeFirst();
    yield* await db
      .selectFrom('records')
      .select(['id', 'data', 'sources'])
      .where('id', '>', after)
      .$if(last !== undefined, (some) => some.where('id', '<=', last?.id ?? 0))
      .where(namesFiles)
      .execute();
    if (!last) return;
    after = last.id;
  }
}

/** Ids of referenced files: by published hash, or by name on the server. */
function namedIn(texts: readonly string[], files: readonly Named[]): Set<number> {
  const names = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\/(?:api\/files\/([0-9a-f]{48})(?![0-9a-f])|media\/([0-9a-f]{16})[-.])/g)].map(
        ([, name, hash]) => name ?? hash ?? '',
      ),
    ),
  );
  const isNamed = ({ file, sha256 }: Named) => names.has(file) || names.has(sha256.slice(0, 16));
  return new Set(files.filter(isNamed).map(({ id }) => id));
}

async function addFile(caller: Caller, { file, title }: { file: File; title: string }): Promise<DeskFile> {
  const { once } = caller;
  const uploads = createUploads(caller);
  const received = await uploads.receive(file, {
    types: allowedTypes,
    field: 'file',
    owner: String(caller.user.id),
  });
  return await once(async (tx) => {
    const row = await tx
      .insertInto('files')
      .values({
        id: await nextNumber(tx, 'file'),
        title,
        ...received,
        author_id: caller.user.id,
        created_at: caller.now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, caller, 'file added', { details: `файл ${row.id}: ${row.name}` });
    return (await fileView(tx, [row]))[0]!;
  });
}

const findFile = (db: ReadDatabase, id: number): Promise<FileRow> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow(noSuchFile);

const noSuchFile = () => new HttpError(404, 'Такого файла нет.');

export const fileHandlers: Handlers<keyof typeof filesContract> = {
  'GET /api/files/{name}': async (caller, { path: { name } }) => {
    const row = await caller.db
      .selectFrom('files')
      .selectAll()
      .where('file', '=', name)
      .executeTakeFirstOrThrow(noSuchFile);
    return await createUploads(caller).give(row);
  },

  /** Editors' files, newest first, with their uses. */
  'GET /api/editors/files': async ({ database }, { query: { of, hash, ...pageRequest } }) => {
    const db = database.kysely;
    const chosen = db
      .selectFrom('files')
      .$if(of === 'pictures', (some) => some.where('type', 'like', 'image/%'))
      .$if(hash !== undefined, (some) =>
        some.where('sha256', '>=', hash ?? '').where('sha256', '<', `${hash}g`),
      );
    const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
      lines.selectAll().orderBy('id', 'desc'),
    );
    return { items: await fileView(db, rows), ...place };
  },

  'POST /api/editors/files': (caller, { input }) => addFile(caller, input),

  /** Stores a cropped picture as a new one: the original may be in use. */
  'POST /api/editors/files/{id}/crop': async (caller, { path: { id }, input: part }) => {
    const row = await findFile(caller.db, id);
    const file = row.type.startsWith('image/') ? await cropped(caller, row, part) : undefined;
    if (!file) throw new HttpError(409, 'Обрезать можно только картинку.');
    return await addFile(caller, { file, title: `${row.title} (фрагмент)`.slice(-300) });
  },

  'POST /api/editors/files/{id}/remove': async (caller, { path: { id } }) => {
    const { database } = caller;
    const row = await database.transaction(async (tx) => {
      const found = await findFile(tx, id);
      const uses = (await usesOf(tx, [found])).get(id) ?? [];
      if (uses.length > 0)
        throw new HttpError(
          409,
          `Файл называют: ${uses
            .slice(0, 5)
            .map(({ title }) => `«${title}»`)
            .join(', ')}${uses.length > 5 ? ` и ещё ${uses.length - 5}` : ''}. Сначала уберите ссылки.`,
        );
      await tx.deleteFrom('files').where('id', '=', id).execute();
      await audit(tx, caller, 'file removed', { details: `файл ${id}: ${found.name}` });
      return found;
    });
    await createUploads(caller).discard([row]);
    return null;
  },
};
