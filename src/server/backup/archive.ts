import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { ReadableStream as NodeStream, type ReadableWritablePair } from 'node:stream/web';
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar';
import { OperatorError } from '#domain/operator-error.ts';
import type { Storage } from '../uploads/storage.ts';

interface Contents {
  folder: string;
  storage: Storage;
  names: string[];
}

/** A tar laid out as a DATA_DIR: `register.sqlite`, `secret.key` of second factors, `uploads/`. Files deleted meanwhile are left out. */
export function packArchive(
  { folder, storage, names }: Contents,
  key: string | null,
): ReadableStream<Uint8Array> {
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
      names.push(name);
    }
    controller.finalize();
  };
  fill().catch((error: unknown) => controller.error(error));
  return readable;
}

/**
 * Unpacks `register.sqlite` into the folder, and uploads into the storage, each synced before the next. Returns
 * the key of second factors.
 */
export async function unpackArchive(
  tar: AsyncIterable<Uint8Array>,
  { folder, storage, names }: Contents,
): Promise<string | null> {
  // Node's types of streams differ from those of the DOM.
  const decoder = createTarDecoder({ strict: true }) as unknown as ReadableWritablePair<
    ParsedTarEntry,
    Uint8Array
  >;
  let key: string | null = null;
  for await (const { header, body } of NodeStream.from(tar).pipeThrough(decoder)) {
    const upload = /^uploads\/[\w-]{2}\/([\w-]+)$/.exec(header.name)?.[1];
    if (header.name === 'register.sqlite')
      await writeFile(path.join(folder, header.name), body, { mode: 0o600, flush: true });
    else if (header.name === 'secret.key') key = await text(body);
    else if (upload === undefined) throw new OperatorError(`В копии файл с чужим именем: ${header.name}.`);
    else {
      names.push(upload);
      await storage.put(upload, await buffer(body));
    }
  }
  return key;
}
