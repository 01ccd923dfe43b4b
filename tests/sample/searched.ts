import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { findKind, getKind, valuesAt, type AnyRecord, type Kind } from '#domain/kinds/index.ts';
import type { SearchRecord } from '#domain/search/index.ts';
import { searchRecordOf } from '#domain/searched.ts';

const starter = path.join(import.meta.dirname, '../../src/starter');
const read = (file: string) => readFileSync(path.join(starter, file));

interface Line {
  kind: Kind;
  external: string | undefined;
  data: object;
}

/** The starter catalogue as the search reads it. */
export function starterRecords(): SearchRecord[] {
  const lines: Line[] = readdirSync(starter).flatMap((file) => {
    const kind = file.endsWith('.ndjson') ? findKind(path.basename(file, '.ndjson')) : undefined;
    if (!kind) return [];
    const texts = read(file).toString('utf8').trim().split('\n');
    return texts.map(
      (text) => ({ kind, ...(JSON.parse(text) as { external?: string; data: object }) }) as Line,
    );
  });
  const inbound = new Map<string, number>();
  for (const { kind, data } of lines)
    for (const name of Object.keys(kind.links).flatMap((field) => valuesAt(data, field)))
      inbound.set(String(name), (inbound.get(String(name)) ?? 0) + 1);
  return lines.map(({ kind, external, data }, place) =>
    searchRecordOf(kind, { ...data, id: place + 1 } as AnyRecord, inbound.get(external ?? '') ?? 0),
  );
}

/** The starter catalogue and the rest of the entities of Orphanet with their Russian names: the whole base. */
export function wholeBase(): SearchRecord[] {
  const shipped = starterRecords();
  const known = new Set(shipped.flatMap(({ codes }) => codes).filter((code) => code.startsWith('ORPHA:')));
  const disease = getKind('disease');
  const names = new Map(
    read('orphanet-names-ru.tsv')
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [orpha, title, synonyms] = line.split('\t');
        return [Number(orpha), { title, synonyms: synonyms ? synonyms.split('; ') : [] }] as const;
      }),
  );
  const entities = zstdDecompressSync(read('orphanet.ndjson.zst'))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return [
    ...shipped,
    ...entities.flatMap((line) => {
      const entity = JSON.parse(line) as { orpha: number };
      const named = names.get(entity.orpha);
      if (!named || known.has(`ORPHA:${entity.orpha}`)) return [];
      const record = { ...entity, ...named, id: 1_000_000 + entity.orpha } as unknown as AnyRecord;
      return [searchRecordOf(disease, record, 0)];
    }),
  ];
}
