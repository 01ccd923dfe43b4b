import { webcrypto } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileAnswer } from '#contract/call.ts';
import { formatBytes } from '#domain/bytes.ts';
import type { Context } from '../request/context.ts';
import { chunks } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { UploadRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { isEncrypted as looksSealed, encryptionOf, type Encryption } from '../encryption.ts';
import { cleaned, reasonAgainst, typeOf, type FileType } from './content.ts';
import { scan } from './scan.ts';
import { newFileName, openStorage, type Storage } from './storage.ts';

const { subtle } = webcrypto;

/** Total bytes of one person's files (target E-6). */
export const quota = 200 * 2 ** 20;

/** Milliseconds after which bytes without a row are orphaned. */
const leftOver = 3_600_000;

export interface Received {
  file: string;
  name: string;
  type: FileType;
  size: number;
  sha256: string;
  /** Pixels of a picture; null for PDF. */
  width: number | null;
  height: number | null;
}

export interface Rules {
  types: readonly FileType[];
  /** Form field for error messages. */
  field: string;
  /** Account that waits for the checks. */
  owner: string;
  /** Encrypted: documents that name a patient must be unreadable in a copy of the storage. */
  isSealed?: boolean;
}

interface Owner {
  userId: number;
  purpose: string;
  at: Date;
}

export type Uploads = ReturnType<typeof createUploads>;

/** Private files: JPEG, PNG, WebP and PDF, recognised by content. */
export function createUploads({ settings, database }: Pick<Context, 'settings' | 'database'>) {
  const storage = openStorage(settings);

  return {
    /** Checks and stores a file, whose size its call has checked; without a following `keep` it is deleted later. */
    async receive(file: File, { types, field, owner, isSealed = false }: Rules): Promise<Received> {
      const given = Buffer.from(await file.arrayBuffer());
      const type = typeOf(given);
      if (!type || !types.includes(type))
        throw new HttpError(400, reasonAgainst(given) ?? wantedOf(types), field);
      await scan(given, settings, field);
      const { bytes, ...found } = await cleaned(given, type, { field, owner });
      const name = nameOf(file.name, type);
      // Not `createHash`, which would block the event loop for twenty megabytes.
      const sha256 = Buffer.from(await subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)).toString(
        'hex',
      );
      const kept = isSealed ? encryptionOf(settings).encryptBytes(bytes) : bytes;
      const placed = newFileName();
      await storage.put(placed, kept);
      return { file: placed, name, type, size: bytes.length, sha256, ...found };
    },

    keep: keepUpload,

    /** Deletes bytes of failed actions and deleted rows. Call it after the transaction. */
    async discard(files: readonly { file: string }[]): Promise<void> {
      for (const { file } of files) await storage.remove(file);
    },

    /** The file for download under its name; the caller checks access. */
    async give({
      file,
      name,
      type,
      size,
    }: Pick<UploadRow, 'file' | 'name' | 'type' | 'size'>): Promise<FileAnswer> {
      const body = await storage.open(file);
      if (!body) throw new HttpError(404, 'Такого файла нет.');
      return { type, name, size, body: await unsealed(body, encryptionOf(settings)) };
    },

    sweep: (): Promise<void> => removeOrphans(database.kysely, storage),
  };
}

/** Adds the row in the transaction of its action. */
async function keepUpload(
  tx: WriteTransaction,
  { file, name, type, size, sha256 }: Received,
  { userId, purpose, at }: Owner,
): Promise<UploadRow> {
  const { used } = await tx
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum<number | string | null>('size').as('used'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(used ?? 0) + size > quota)
    throw new HttpError(409, `Ваши файлы заняли бы больше ${formatBytes(quota)}: удалите лишние.`);
  return await tx
    .insertInto('uploads')
    .values({
      id: await nextNumber(tx, 'upload'),
      user_id: userId,
      purpose,
      file,
      name,
      type,
      size,
      sha256,
      created_at: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function removeOrphans(db: ReadDatabase, storage: Storage): Promise<void> {
  const old: string[] = [];
  for await (const { name, at } of storage.list()) if (at < Date.now() - leftOver) old.push(name);
  for (const names of chunks(old, 500)) {
    const known = new Set<string>();
    for (const table of ['uploads', 'files', 'case_files'] as const) {
      const rows = await db.selectFrom(table).select('file').where('file', 'in', names).execute();
      for (const { file } of rows) known.add(file);
    }
    for (const name of names) if (!known.has(name)) await storage.remove(name);
  }
}

/** Files of cases, which outlive their author's account. */
export async function namedByCases(db: ReadDatabase, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await db.selectFrom('case_files').select('file').where('file', 'in', files).execute();
  return new Set(rows.map(({ file }) => file));
}

const formats: Record<FileType, { title: string; extension: string }> = {
  'image/jpeg': { title: 'JPEG', extension: 'jpg' },
  'image/png': { title: 'PNG', extension: 'png' },
  'image/webp': { title: 'WebP', extension: 'webp' },
  'application/pdf': { title: 'PDF', extension: 'pdf' },
};

const wantedOf = (types: readonly FileType[]) =>
  `Нужен файл ${types.map((type) => formats[type].title).join(', ')}: этот другого вида, как бы он ни назывался.`;

/** A safe file name with the extension of its content. */
function nameOf(given: string, type: FileType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[\p{C}\p{Zl}\p{Zp}"<>:|?*;%]/gu, '').trim();
  const stem = [...plain.replace(/\.[^.]*$/, '')].slice(0, 100).join('').replace(/^\.+/, '');
  return `${stem || 'файл'}.${formats[type].extension}`;
}

async function unsealed(
  body: AsyncIterable<Uint8Array>,
  seal: Encryption,
): Promise<AsyncIterable<Uint8Array>> {
  const parts = body[Symbol.asyncIterator]();
  const first = await parts.next();
  const all = {
    async *[Symbol.asyncIterator]() {
      for (let next = first; !next.done; next = await parts.next()) yield next.value;
    },
  };
  if (first.done || !looksSealed(first.value)) return all;
  return Readable.from([seal.decryptBytes(await buffer(all))]);
}
