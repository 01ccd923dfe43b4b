import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';
import { seal, sealedMagic, unseal } from './sealed.ts';

/**
 * Backup format: this line, gzipped JSON lines, SHA-256 of the preceding bytes. Any damage is found before
 * restoring. `sealed.ts` has the encrypted form.
 */
const magic = Buffer.from('ORPHAN REGISTER BACKUP 1\n');
const digestLength = 32;

/**
 * Writes a temporary file first, so that a partial backup is never taken for a whole one; nothing is
 * overwritten. With a secret it is encrypted.
 */
export async function writeLines(
  file: string,
  lines: AsyncIterable<string>,
  secret?: string,
): Promise<{ bytes: number }> {
  if (await exists(file)) throw new OperatorError(`Файл ${file} уже есть: задайте другое имя.`);
  const half = `${file}.part`;
  await rm(half, { force: true });
  const target = await openNew(half);
  try {
    let bytes = 0;
    const whole = packed(lines);
    for await (const chunk of secret === undefined ? whole : seal(whole, secret)) {
      await writeAll(target, chunk);
      bytes += chunk.length;
    }
    await target.sync();
    await target.close();
    if (await exists(file)) throw new OperatorError(`Файл ${file} уже есть: задайте другое имя.`);
    await rename(half, file);
    return { bytes };
  } catch (error) {
    await target.close().catch(() => undefined);
    await rm(half, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new OperatorError(`Для копии не хватило места на диске: ${path.resolve(file)}.`, {
        cause: error,
      });
    throw error;
  }
}

async function* packed(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256').update(magic);
  yield magic;
  const packer = createGzip({ level: 6 });
  const source = Readable.from(lines);
  source.on('error', (error) => packer.destroy(error));
  for await (const chunk of source.pipe(packer)) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
  yield hash.digest();
}

/** Reads a whole backup; a damaged one yields nothing. `secretOf` is called if it is encrypted. */
export async function readLines(
  file: string,
  secretOf: () => Promise<string> = noSecret,
): Promise<AsyncGenerator<string>> {
  await stat(file).catch((error: unknown) => {
    throw new OperatorError(`Файла копии нет: ${file}.`, { cause: error });
  });
  const secret = (await startsWith(file, sealedMagic)) ? await secretOf() : undefined;
  const whole = () => (secret === undefined ? createReadStream(file) : unseal(file, secret));
  const hash = createHash('sha256');
  let size = 0;
  let tail = Buffer.alloc(0);
  let beginning = Buffer.alloc(0);
  for await (const part of whole()) {
    const chunk = part as Buffer;
    size += chunk.length;
    if (beginning.length < magic.length)
      beginning = Buffer.concat([beginning, chunk]).subarray(0, magic.length);
    const held = Buffer.concat([tail, chunk]);
    const end = Math.max(0, held.length - digestLength);
    hash.update(held.subarray(0, end));
    tail = held.subarray(end);
  }
  const end = size - digestLength;
  if (end <= magic.length || !beginning.equals(magic))
    throw new OperatorError(`Это не резервная копия портала: ${file}.`);
  if (!hash.digest().equals(tail))
    throw new OperatorError(
      `Копия повреждена: контрольная сумма файла ${file} не сходится. Ничего не восстановлено.`,
    );
  return decompressed(Readable.from(bytesBetween(whole(), magic.length, end)));
}

const noSecret = (): Promise<string> =>
  Promise.reject(new OperatorError('Копия зашифрована: нужен её ключ BACKUP_KEY.'));

async function* bytesBetween(
  bytes: AsyncIterable<unknown>,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const part of bytes) {
    const chunk = part as Buffer;
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
  }
}

async function* decompressed(source: Readable): AsyncGenerator<string> {
  const unpacker = source.pipe(createGunzip());
  source.on('error', (error) => unpacker.destroy(error));
  // Not readline, which also breaks lines at U+2028 inside strings.
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of unpacker) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function startsWith(file: string, wanted: Buffer): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(wanted.length), 0, wanted.length, 0);
    return buffer.equals(wanted);
  } finally {
    await handle.close();
  }
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    // Personal data: readable by its owner only.
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw new OperatorError(
      `Файл копии нельзя создать: ${path.resolve(file)} (${(error as { code?: string }).code}).`,
      {
        cause: error,
      },
    );
  }
}

async function writeAll(target: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) done += (await target.write(chunk, done)).bytesWritten;
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
