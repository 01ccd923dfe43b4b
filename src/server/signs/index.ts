import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { unpackSigns } from '#domain/signs/pack.ts';
import { prepare, type SignIndex } from '#domain/signs/profiles.ts';

const folder = new URL('../../starter/', import.meta.url);
let loaded: Promise<SignIndex> | undefined;

/** The index that ships, unpacked once a process, when somebody asks first. */
export function readSigns(): Promise<SignIndex> {
  return (loaded ??= read());
}

async function read(): Promise<SignIndex> {
  const bytes = await promisify(brotliDecompress)(await readFile(new URL('signs.bin.br', folder)));
  return prepare(unpackSigns(bytes));
}

let titles: Promise<ReadonlyMap<number, string>> | undefined;

/** English names, by MONDO, of the diseases of the index that only OMIM has: number → name. */
export function readOmimTitles(): Promise<ReadonlyMap<number, string>> {
  return (titles ??= readFile(new URL('signs-omim.tsv', folder), 'utf8').then((text) => {
    const lines = text.split('\n').slice(1);
    return new Map(
      lines.filter(Boolean).map((line) => {
        const [omim = '', , title = ''] = line.split('\t');
        return [Number(omim), title];
      }),
    );
  }));
}
