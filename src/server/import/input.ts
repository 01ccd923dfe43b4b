import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';

/** Longer lines are rejected before they fill the memory; known formats have shorter ones. */
export const maxLineBytes = 8 * 1024 * 1024;

/** Catalogues compress 5 to 40 times, bombs a thousand times. */
const bomb = { bytes: 16 * 1024 * 1024, ratio: 200 };

export interface ImportInput {
  name: string;
  isFolder: boolean;
  /** Files by name; a single file is its own part. */
  parts: () => AsyncIterable<InputFile>;
}

export interface InputFile {
  name: string;
  bytes: () => AsyncIterable<Uint8Array>;
  /** UTF-8 text in chunks without a byte order mark. */
  text: () => AsyncIterable<string>;
}

const anyFile = /\.(json|ndjson|jsonl|xml|csv|tsv)(\.gz)?$/;

export async function openInput(path: string, files = anyFile): Promise<ImportInput> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) throw new OperatorError(`Файл не найден: ${path}.`);
  const name = basename(path);
  if (!facts.isDirectory()) return { name, isFolder: false, parts: () => once(fileAt(path)) };
  return { name, isFolder: true, parts: () => filesOf(path, files) };
}

export function inputOf(name: string, content: string | Uint8Array): ImportInput {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, isFolder: false, parts: () => once(inputFile(name, () => piecesOf(bytes))) };
}

export const tooLong = (line: number, bytes = maxLineBytes) =>
  new OperatorError(
    `Строка ${line} длиннее ${bytes / 1024 / 1024} МБ: таких строк в этом формате не бывает.`,
  );

function inputFile(name: string, source: () => AsyncIterable<Uint8Array>): InputFile {
  const bytes = () => decompressed(source());
  return { name, bytes, text: () => decoded(bytes()) };
}

const fileAt = (path: string) =>
  inputFile(basename(path), () => createReadStream(path, { highWaterMark: 256 * 1024 }));

async function* filesOf(folder: string, files: RegExp): AsyncGenerator<InputFile> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile() && files.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  if (names.length === 0) throw new OperatorError('В папке нет файлов для импорта.');
  for (const name of names) yield fileAt(name);
}

/** Archives are recognised by signature, not by name. */
const packings = [
  { name: 'gzip', start: [0x1f, 0x8b], open: createGunzip },
  { name: 'zstd', start: [0x28, 0xb5, 0x2f, 0xfd], open: createZstdDecompress },
] as const;

async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    yield* unpackedFrom(iterator);
  } finally {
    // Stopping early closes the file.
    await iterator.return?.();
  }
}

async function* unpackedFrom(iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await iterator.next();
  if (first.done || first.value.length === 0) throw new OperatorError('Файл пуст.');
  let packedBytes = 0;
  async function* all() {
    for (let next: IteratorResult<Uint8Array> = first; !next.done; next = await iterator.next()) {
      packedBytes += next.value.length;
      yield next.value;
    }
  }
  const packing = packings.find(({ start }) => start.every((byte, at) => first.value[at] === byte));
  if (!packing) {
    yield* all();
    return;
  }
  // Chunk size at which the packed and unpacked counters stay in step.
  const unpacker = packing.open({ chunkSize: 256 * 1024 });
  const packed = Readable.from(all(), { objectMode: true, highWaterMark: 1 });
  packed.on('error', (error) => unpacker.destroy(error));
  packed.pipe(unpacker);
  let bytes = 0;
  try {
    for await (const piece of unpacker as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > bomb.bytes && bytes > bomb.ratio * packedBytes) {
        throw new OperatorError(
          `Архив ${packing.name} раскрывается в сотни раз: это не каталог, импорт остановлен.`,
        );
      }
      yield piece;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(Z|ZSTD)_/.test(String(error.code))) {
      throw new OperatorError(`Архив ${packing.name} обрывается или повреждён: скачайте файл заново.`);
    }
    throw error;
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
  if (bytes === 0) throw new OperatorError('Файл пуст.');
}

/** Decodes UTF-8; other bytes throw. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new OperatorError('Файл не в кодировке UTF-8 (возможно, CP1251): сохраните его в UTF-8.');
    }
  };
  for await (const piece of bytes) {
    const text = decode(piece);
    if (text.includes('\0')) throw nulByte();
    yield text;
  }
  yield decode();
}

export const nulByte = () => new OperatorError('В файле есть нулевые байты: это не текст.');

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const piece = 256 * 1024;
  for (let start = 0; start === 0 || start < bytes.length; start += piece)
    yield bytes.subarray(start, start + piece);
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
