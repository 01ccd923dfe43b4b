import { OperatorError } from '#domain/operator-error.ts';
import type { Storage } from '../uploads/storage.ts';

/** Uploaded files, in a folder or bucket. Immutable. */
export interface FileTally {
  files: number;
  bytes: number;
}

/** Lines of every file; files deleted meanwhile are left out. */
export async function* fileLines(storage: Storage, tally: FileTally): AsyncGenerator<string> {
  for await (const { name } of storage.list()) {
    if (name.endsWith('.part')) continue;
    const chunks = await storage.open(name);
    if (!chunks) continue;
    yield `${JSON.stringify({ file: `${name.slice(0, 2)}/${name}` })}\n`;
    for await (const chunk of chunks) {
      tally.bytes += chunk.length;
      yield `${JSON.stringify(Buffer.from(chunk).toString('base64'))}\n`;
    }
    tally.files += 1;
  }
}

/** Restores files, each synced before the next. */
export class FilesBack {
  readonly #storage: Storage;
  readonly #names: string[] = [];
  #open: { name: string; chunks: Buffer[] } | undefined;
  readonly tally: FileTally = { files: 0, bytes: 0 };

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async begin(file: string): Promise<void> {
    await this.end();
    const name = /^[\w-]{2}\/([\w-]+)$/.exec(file)?.[1];
    if (name === undefined) throw new OperatorError(`В копии файл с чужим именем: ${file}.`);
    this.#open = { name, chunks: [] };
  }

  add(text: string): void {
    const bytes = Buffer.from(text, 'base64');
    this.#open?.chunks.push(bytes);
    this.tally.bytes += bytes.length;
  }

  async end(): Promise<void> {
    if (!this.#open) return;
    const { name, chunks } = this.#open;
    this.#open = undefined;
    this.#names.push(name);
    await this.#storage.put(inTurn(chunks), name);
    this.tally.files += 1;
  }

  /** Removes restored files after a failure. */
  async undo(): Promise<void> {
    await this.#storage.remove(this.#names);
  }
}

// oxlint-disable-next-line typescript/require-await -- what is written comes in pieces that may be waited for
async function* inTurn(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Whether a restore could overwrite files. */
export async function hasFiles(storage: Storage): Promise<boolean> {
  for await (const file of storage.list()) return Boolean(file);
  return false;
}
