import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { findKind, getKind, valuesAt, type AnyRecord, type Kind } from '#domain/kinds/index.ts';
import type { SearchRecord } from '#domain/search/index.ts';
import { searchRecordOf } from '#domain/search-record.ts';

const starter = path.join(import.meta.dirname, '../../src/starter');
const read = (file: string) => readFileSync(path.join(starter, file));
const rows = (file: string) =>
  read(file)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

interface Line {
  kind: Kind;
  external: string;
  id: number;
  data: Record<string, unknown>;
}

function starterLines(): Line[] {
  const lines = readdirSync(starter).flatMap((file) => {
    const kind = file.endsWith('.ndjson') ? findKind(path.basename(file, '.ndjson')) : undefined;
    if (!kind) return [];
    const texts = read(file).toString('utf8').trim().split('\n');
    return texts.map((text) => ({ kind, ...(JSON.parse(text) as Pick<Line, 'external' | 'data'>) }));
  });
  return lines.map((line, place) => ({ ...line, id: place + 1 }));
}

/** The other Orphanet entities with Russian names and search aliases. */
function orphanetLines(known: ReadonlySet<string>): Line[] {
  const kind = getKind('disease');
  const names = new Map(
    rows('orphanet-names-ru.tsv').map(([orpha, title, synonyms]) => [
      orpha!,
      { title, synonyms: synonyms ? synonyms.split('; ') : [] },
    ]),
  );
  const words = Map.groupBy(rows('search-words.tsv'), ([orpha]) => orpha!);
  const entities = zstdDecompressSync(read('orphanet.ndjson.zst')).toString('utf8').trimEnd().split('\n');
  return entities.slice(1).flatMap((text) => {
    const entity = JSON.parse(text) as { orpha: number };
    const orpha = String(entity.orpha);
    const named = names.get(orpha);
    if (!named || known.has(`ORPHA:${orpha}`)) return [];
    const aliases = words.get(orpha)?.map(([, word]) => word);
    const data = { ...entity, ...named, ...(aliases && { aliases }) };
    return [{ kind, external: `ORPHA:${orpha}`, id: 1_000_000 + entity.orpha, data }];
  });
}

export interface Searched {
  /** Identity: `ORPHA:355`, `DRUG:Cerezyme`. */
  external: string;
  record: SearchRecord;
}

function searchedOf(lines: readonly Line[]): Searched[] {
  const idOf = new Map(lines.map(({ kind, external, id }) => [`${kind.name} ${external}`, id]));
  const inbound = new Map<number, number>();
  const linked = lines.map((line) => {
    const data = { ...line.data };
    for (const [field, kind] of Object.entries(line.kind.links)) {
      data[field] = valuesAt(line.data, field).flatMap((name) => idOf.get(`${kind} ${String(name)}`) ?? []);
      for (const id of data[field] as number[]) inbound.set(id, (inbound.get(id) ?? 0) + 1);
    }
    return { ...line, data };
  });
  return linked.map(({ kind, external, id, data }) => ({
    external,
    record: searchRecordOf(kind, { ...data, id } as unknown as AnyRecord, inbound.get(id) ?? 0),
  }));
}

export const starterRecords = (): SearchRecord[] => searchedOf(starterLines()).map(({ record }) => record);

/** The whole base: the starter catalogue and the rest of Orphanet. */
export function searchedBase(): Searched[] {
  const shipped = starterLines();
  const known = new Set(shipped.map(({ external }) => external));
  return searchedOf([...shipped, ...orphanetLines(known)]);
}

export const wholeBase = (): SearchRecord[] => searchedBase().map(({ record }) => record);
