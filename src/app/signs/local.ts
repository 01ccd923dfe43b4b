import files from 'virtual:sign-files';
import { shardStarts } from '#domain/search/starts.ts';
import {
  diseasesAddress,
  joinRecords,
  linksAddress,
  type DiseaseRow,
  type SignLinks,
} from '#domain/signs/records.ts';
import { unpackTitles } from '#domain/signs/titles.ts';
import type { SignWorker } from '#stores/signs.ts';
import type { Questions, SignWorkerAnswer } from './worker.ts';

/** Starts the worker and brings it the index and the names; all is fetched, nothing is sent. */
export function startSigns(): SignWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let number = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<SignWorkerAnswer>) => {
    waiting.get(data.number)?.resolve(data.answer);
    waiting.delete(data.number);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  });

  function ask<Name extends keyof Questions>(
    type: Name,
    asked: Questions[Name]['ask'],
  ): Promise<Questions[Name]['answer']> {
    number++;
    worker.postMessage({ type, number, ...asked });
    return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
  }

  async function load(): Promise<Readonly<Record<string, string>>> {
    const [labels, index] = [get(files.labels), get(files.index)];
    const named = labels.then(async (answer) => ask('labels', { text: await answer.text() }));
    const editions = await ask('index', { text: await (await index).text() });
    await named;
    return editions;
  }

  const ready = load();
  const later = ready.catch(() => {});
  return {
    ready,
    find: (text) => ask('find', { text }),
    read: (text) => ask('read', { text }),
    rank: (patient, unknown, most) => ask('rank', { patient, unknown, most }),
    compare: (codes, patient) => ask('compare', { codes, patient }),
    diseases: Promise.all([
      Promise.all(shardStarts.map((_, shard) => json<DiseaseRow[]>(diseasesAddress(shard)))),
      json<SignLinks>(linksAddress),
    ]).then(([rows, links]) => joinRecords(rows.flat(), links)),
    titles: later.then(async () => unpackTitles(await (await get(files.titles)).text())),
  };
}

const json = async <Rows>(address: string) => (await (await get(address)).json()) as Rows;

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
