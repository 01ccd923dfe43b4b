import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { ReadableStream as NodeStream, type ReadableWritablePair } from 'node:stream/web';
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar';
import { OperatorError } from '#domain/operator-error.ts';
import type { Storage } from '../uploads/storage.ts';

export interface FileTally {
  files: number;
  bytes: number;
}

interface Contents {
  /** Folder with `register.sqlite`. */
  folder: string;
  /** Key of second factors. */
  key: string | null;
  storage: Storage;
  /** Counts the uploads. */
  uploads: FileTally;
}

/** A tar laid out as a DATA_DIR: `register.sqlite`, `secret.key`, `uploads/`. Files deleted meanwhile are left out. */
export function packArchive({ folder, key, storage, uploads }: Contents): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const add = async (name: string, size: number, bytes: AsyncIterable<Uint8Array> | Uint8Array[]) => {
    const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
    for await (const chunk of bytes) await writer.write(chunk);
    await writer.close();
  };
  const fill = async () => {
    const database = path.join(folder, 'register.sqlite');
    await add('register.sqlite', (await stat(database)).size, createReadStream(database));
    if (key !== null) await add('secret.key', Buffer.byteLength(key), [Buffer.from(key)]);
    for await (const { name } of storage.list()) {
      const chunks = name.endsWith('.part') ? undefined : await storage.open(name);
      if (!chunks) continue;
      const file = await buffer(chunks);
      await add(`uploads/${name.slice(0, 2)}/${name}`, file.length, [file]);
      uploads.files += 1;
      uploads.bytes += file.length;
    }
    controller.finalize();
  };
  fill().catch((error: unknown) => controller.error(error));
  return readable;
}

export interface Unpacked {
  key: string | null;
  /** Names of stored uploads. */
  names: string[];
  uploads: FileTally;
}

/** Unpacks `register.sqlite` into the folder, and uploads into the storage, each synced before the next. */
export async function unpackArchive(
  tar: AsyncIterable<Uint8Array>,
  { folder, storage, into }: { folder: string; storage: Storage; into: Unpacked },
): Promise<void> {
  // Node's types of streams differ from those of the DOM.
  const decoder = createTarDecoder({ strict: true }) as unknown as ReadableWritablePair<
    ParsedTarEntry,
    Uint8Array
  >;
  for await (const { header, body } of NodeStream.from(tar).pipeThrough(decoder)) {
    const upload = /^uploads\/[\w-]{2}\/([\w-]+)$/.exec(header.name)?.[1];
    if (header.name === 'register.sqlite')
      await writeFile(path.join(folder, header.name), body, { mode: 0o600, flush: true });
    else if (header.name === 'secret.key') into.key = await text(body);
    else if (upload === undefined) throw new OperatorError(`В копии файл с чужим именем: ${header.name}.`);
    else {
      into.names.push(upload);
      await storage.put(body, upload);
      into.uploads.files += 1;
      into.uploads.bytes += header.size;
    }
  }
}
