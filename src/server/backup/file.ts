import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DecompressionStream, ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';
import { makeKeyFile, placeOfOwnKey, readKeyFile } from '../local-key.ts';
import type { Settings } from '../settings.ts';

/**
 * A backup is a gzipped tar and its SHA-256. Sealed: this line, salt and nonce, the gzipped tar in AES-256-GCM,
 * its tag.
 */
const sealedMagic = Buffer.from('ORPHAN REGISTER BACKUP 3\n');
const formerMagic = Buffer.from('ORPHAN REGISTER BACKUP ');
const gzipMagic = Buffer.from([0x1f, 0x8b]);
const saltLength = 16;
const nonceLength = 12;
const headLength = sealedMagic.length + saltLength + nonceLength;
const tagLength = 16;
const digestLength = 32;

const stretch = promisify<string, Buffer, number, object, Buffer>(scrypt);
/** 32 MB for each guess. */
const keyOf = (secret: string, salt: Buffer) =>
  stretch(secret.normalize('NFKC'), salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 128 * 2 ** 20 });

/**
 * Writes a temporary file first, so that a partial backup is never taken for a whole one; nothing is
 * overwritten. Returns the size.
 */
export async function writeBackup(
  file: string,
  tar: AsyncIterable<Uint8Array>,
  secret: string | undefined,
): Promise<number> {
  await refuseExisting(file);
  const half = `${file}.part`;
  await rm(half, { force: true });
  try {
    await pipeline(
      tar,
      createGzip({ level: 6 }),
      (bytes) => (secret === undefined ? withDigest(bytes) : sealed(bytes, secret)),
      // Personal data: readable by its owner only.
      createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true }),
    );
    const { size } = await stat(half);
    await refuseExisting(file);
    await rename(half, file);
    return size;
  } catch (error) {
    await rm(half, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== 'open') throw error;
    throw new OperatorError(`Файл копии нельзя создать: ${path.resolve(file)} (${code}).`, { cause: error });
  }
}

async function* withDigest(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

async function* sealed(bytes: AsyncIterable<Uint8Array>, secret: string): AsyncGenerator<Uint8Array> {
  const [salt, nonce] = [randomBytes(saltLength), randomBytes(nonceLength)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(secret, salt), nonce);
  yield Buffer.concat([sealedMagic, salt, nonce]);
  for await (const chunk of bytes) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/** The tar of a backup, read to its end first: a damaged one yields nothing. */
export async function openBackup(
  file: string,
  secretOf: () => Promise<string> = noSecret,
): Promise<AsyncIterable<Uint8Array>> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw new OperatorError(`Файла копии нет: ${file}.`, { cause: error });
  });
  const head = await readPart(file, 0, headLength);
  const startsWith = (magic: Buffer) => head.subarray(0, magic.length).equals(magic);
  if (startsWith(gzipMagic) && size > digestLength)
    return await unzipped(
      () => digested(file, size),
      `Копия повреждена: контрольная сумма файла ${file} не сходится.`,
    );
  if (startsWith(sealedMagic) && size > headLength + tagLength) {
    const key = await keyOf(await secretOf(), head.subarray(sealedMagic.length, -nonceLength));
    return await unzipped(
      () => unsealed(file, size, { key, nonce: head.subarray(-nonceLength) }),
      `Копия ${file} не открывается: ключ не тот или файл повреждён. Задайте BACKUP_KEY, с которым она сделана.`,
    );
  }
  throw new OperatorError(
    startsWith(formerMagic) && !startsWith(sealedMagic)
      ? `Копию ${file} сделала версия 1.0.0: поставьте v1.0.0, восстановите ею и обновите её до этой версии.`
      : `Это не резервная копия портала: ${file}.`,
  );
}

const noSecret = (): Promise<string> =>
  Promise.reject(new OperatorError('Копия зашифрована: нужен её ключ BACKUP_KEY.'));

async function unzipped(opened: () => AsyncIterable<Uint8Array>, damaged: string) {
  try {
    for await (const _ of opened());
  } catch (cause) {
    throw new OperatorError(`${damaged} Ничего не восстановлено.`, { cause });
  }
  return ReadableStream.from(opened()).pipeThrough(new DecompressionStream('gzip'));
}

async function* digested(file: string, size: number): AsyncGenerator<Uint8Array> {
  const end = size - digestLength;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  if (!hash.digest().equals(await readPart(file, end, digestLength))) throw new Error('The digest differs');
}

async function* unsealed(
  file: string,
  size: number,
  { key, nonce }: { key: Buffer; nonce: Buffer },
): AsyncGenerator<Uint8Array> {
  const end = size - tagLength;
  const tag = await readPart(file, end, tagLength);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength }).setAuthTag(tag);
  for await (const chunk of createReadStream(file, { start: headLength, end: end - 1 }))
    yield decipher.update(chunk as Buffer);
  yield decipher.final();
}

const readPart = (file: string, start: number, length: number): Promise<Buffer> =>
  buffer(createReadStream(file, { start, end: start + length - 1 }));

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw new OperatorError(`Файл ${file} уже есть: задайте другое имя.`);
}

/** Key of backups: BACKUP_KEY, or one generated for the first backup. */
export async function backupSecret(
  { BACKUP_KEY }: Pick<Settings, 'BACKUP_KEY'>,
  { isNewFine }: { isNewFine: boolean },
): Promise<{ secret: string; isNew: boolean; place: string | null }> {
  if (BACKUP_KEY) return { secret: BACKUP_KEY, isNew: false, place: null };
  const place = placeOfOwnKey('backup.key');
  const found = readKeyFile(place);
  if (found) return { secret: found, isNew: false, place };
  if (!isNewFine)
    throw new OperatorError(`Копия зашифрована: задайте BACKUP_KEY или положите её ключ в ${place}.`);
  try {
    return { secret: makeKeyFile(place), isNew: true, place };
  } catch (cause) {
    throw new OperatorError(
      `Ключ копий нельзя записать в ${place}: задайте BACKUP_KEY, не меньше 16 знаков, и храните его отдельно от копий.`,
      { cause },
    );
  }
}
