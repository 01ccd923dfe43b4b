import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';

/**
 * A backup is one file: this line, then lines of JSON packed by gzip, then the SHA-256 of all bytes before it. A
 * changed byte, wherever it is, is seen before anything is restored.
 */
const magic = Buffer.from('ORPHAN REGISTER BACKUP 1\n');
const digestLength = 32;

/** Writes a backup beside its name first: a file cut short never looks like a whole one, and none is overwritten. */
export async function writeLines(file: string, lines: AsyncIterable<string>): Promise<{ bytes: number }> {
  if (await exists(file)) throw new OperatorError(`Файл ${file} уже есть: задайте другое имя.`);
  const half = `${file}.part`;
  await rm(half, { force: true });
  const target = await openNew(half);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    const put = async (chunk: Uint8Array) => {
      await writeAll(target, chunk);
      bytes += chunk.length;
    };
    const hashed = async (chunk: Uint8Array) => {
      hash.update(chunk);
      await put(chunk);
    };
    await hashed(magic);
    const packer = createGzip({ level: 6 });
    const source = Readable.from(lines);
    source.on('error', (error) => packer.destroy(error));
    for await (const chunk of source.pipe(packer)) await hashed(chunk as Buffer);
    await put(hash.digest());
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

/** Reads a backup that is whole; of a damaged one not a line is given. */
export async function readLines(file: string): Promise<AsyncGenerator<string>> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw new OperatorError(`Файла копии нет: ${file}.`, { cause: error });
  });
  const end = size - digestLength;
  if (end <= magic.length || !(await startsRight(file)))
    throw new OperatorError(`Это не резервная копия портала: ${file}.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: end - 1 })) hash.update(chunk as Buffer);
  const kept: Buffer[] = [];
  for await (const chunk of createReadStream(file, { start: end })) kept.push(chunk as Buffer);
  if (!hash.digest().equals(Buffer.concat(kept)))
    throw new OperatorError(
      `Копия повреждена: контрольная сумма файла ${file} не сходится. Ничего не восстановлено.`,
    );
  return unpacked(file, end);
}

async function* unpacked(file: string, end: number): AsyncGenerator<string> {
  const source = createReadStream(file, { start: magic.length, end: end - 1 });
  const unpacker = source.pipe(createGunzip());
  source.on('error', (error) => unpacker.destroy(error));
  // By hand: readline breaks lines at U+2028 too, which may stand inside a string.
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of unpacker) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function startsRight(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.equals(magic);
  } finally {
    await handle.close();
  }
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    // Personal data: nobody but its owner reads it.
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
