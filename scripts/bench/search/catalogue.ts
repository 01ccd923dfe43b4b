import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { kinds, type AnyRecord } from '#domain/kinds/index.ts';
import type { SearchRecord } from '#domain/search/index.ts';
import { searchRecordOf } from '#domain/search-record.ts';

/** Public data outside the repository; benchmarks and tests say when it is missing. */
const publicData = new URL('../../../../shared/data/', import.meta.url);
export const hasPublicData = existsSync(new URL('ru/orphanet-names-ru.tsv', publicData));

const text = (name: string) => {
  const bytes = readFileSync(new URL(name, publicData));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};
const rows = (name: string) =>
  text(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

export interface DevelopmentQuery {
  kind: string;
  query: string;
  target: string;
}

export const developmentQueries = (): DevelopmentQuery[] =>
  JSON.parse(text('search/queries.json')) as DevelopmentQuery[];

interface Packet {
  Orphapacket: {
    ORPHAcode: string;
    Label: string;
    Synonyms?: { Synonym: string }[];
    ExternalReferences?: unknown[];
    Genes?: { Gene: { Symbol: string } }[];
    Phenotypes?: unknown[];
    TextSection?: unknown;
  };
}

/** The shipped catalogue and the rest of Orphanet with Russian names. */
export function wholeCatalogue(): SearchRecord[] {
  const shipped = shippedRecords();
  const known = new Set(shipped.flatMap(({ codes }) => codes).filter((code) => code.startsWith('ORPHA:')));
  return [...shipped, ...publicDiseases().filter(({ codes }) => !known.has(codes[0]!))];
}

interface Line {
  external?: string;
  data: Record<string, unknown> & { title: string };
}

function shippedRecords(): SearchRecord[] {
  const starter = new URL('../../../src/starter/', import.meta.url);
  const lines = kinds.flatMap((kind) => {
    const file = new URL(`${kind.name}.ndjson`, starter);
    if (!existsSync(file)) return [];
    const records = readFileSync(file, 'utf8').trimEnd().split('\n');
    return records.map((record) => ({ kind, line: JSON.parse(record) as Line }));
  });
  const inbound = new Map<string, number>();
  for (const { kind, line } of lines)
    for (const field of Object.keys(kind.links))
      for (const to of (line.data[field] as string[] | undefined) ?? [])
        inbound.set(to, (inbound.get(to) ?? 0) + 1);
  return lines.map(({ kind, line }, i) => {
    const external =
      line.external ?? `${kind.external?.scheme}:${String(line.data[kind.external?.field ?? ''])}`;
    const record = { ...line.data, id: i + 1, kind: kind.name } as AnyRecord;
    return searchRecordOf(kind, record, inbound.get(external) ?? 0);
  });
}

function publicDiseases(): SearchRecord[] {
  const icd = new Map<string, Set<string>>();
  for (const [orpha, , , code] of rows('mappings/orpha-icd10-mkb10-ru.tsv.gz'))
    if (code) icd.set(orpha!, (icd.get(orpha!) ?? new Set()).add(code));
  const packets = new Map<string, Packet['Orphapacket']>();
  for (const line of text('orphanet/orphapackets-2025-12.ndjson.gz').trimEnd().split('\n')) {
    const { Orphapacket: packet } = JSON.parse(line) as Packet;
    packets.set(packet.ORPHAcode, packet);
  }
  return rows('ru/orphanet-names-ru.tsv').map(([orpha, title, synonyms, , english]) => {
    const packet = packets.get(orpha!);
    const omim = JSON.stringify(packet?.ExternalReferences ?? []).matchAll(/"OMIM","Reference":"(\d{6})"/g);
    return {
      id: 1_000_000 + Number(orpha),
      group: 'disease',
      title: title!,
      synonyms: [
        ...synonyms!.split('; ').filter(Boolean),
        english!,
        ...list(packet?.Synonyms).map(({ Synonym }) => Synonym),
      ],
      codes: [
        `ORPHA:${orpha}`,
        ...(icd.get(orpha!) ?? []),
        ...[...omim].map(([, number]) => `OMIM:${number}`),
        ...list(packet?.Genes).map(({ Gene }) => Gene.Symbol),
      ],
      importance: (packet?.Phenotypes ? 1 : 0) + (packet?.Genes ? 1 : 0),
    };
  });
}

/** Packets have a list, a single item, or nothing. */
const list = <T>(things: T[] | T | undefined): T[] =>
  things === undefined ? [] : Array.isArray(things) ? things : [things];
