import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SearchRecord } from '#domain/search/index.ts';

/** Public data beside the repository; benches and tests say so when it is missing. */
export const publicData = new URL('../../../../shared/data/', import.meta.url);
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

interface Target {
  b: string;
  t: string;
  s?: string[];
  c?: string[];
}

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

/** The whole Orphanet catalogue with Russian names, and the titles of the development queries. */
export function publicCatalogue(): SearchRecord[] {
  const icd = new Map<string, Set<string>>();
  for (const [orpha, , , code] of rows('mappings/orpha-icd10-mkb10-ru.tsv.gz'))
    if (code) icd.set(orpha!, (icd.get(orpha!) ?? new Set()).add(code));
  const packets = new Map<string, Packet['Orphapacket']>();
  for (const line of text('orphanet/orphapackets-2025-12.ndjson.gz').trimEnd().split('\n')) {
    const { Orphapacket: packet } = JSON.parse(line) as Packet;
    packets.set(packet.ORPHAcode, packet);
  }
  const targets = JSON.parse(text('search/targets.json')) as Target[];
  const targeted = new Map(
    targets.map((target) => [target.c?.find((code) => code.startsWith('ORPHA:'))?.slice(6), target]),
  );
  const records: SearchRecord[] = [];
  for (const [orpha, title, synonyms, status, english] of rows('ru/orphanet-names-ru.tsv')) {
    const packet = packets.get(orpha!);
    const target = targeted.get(orpha);
    const omim = JSON.stringify(packet?.ExternalReferences ?? []).matchAll(/"OMIM","Reference":"(\d{6})"/g);
    records.push({
      id: Number(orpha),
      group: 'disease',
      title: target?.t ?? title!,
      synonyms: [
        ...(target ? [title!, ...(target.s ?? [])] : []),
        ...synonyms!.split('; ').filter(Boolean),
        english!,
        ...list(packet?.Synonyms).map(({ Synonym }) => Synonym),
      ],
      codes: [
        `ORPHA:${orpha}`,
        ...(icd.get(orpha!) ?? []),
        ...[...omim].map(([, number]) => `OMIM:${number}`),
        ...list(packet?.Genes).map(({ Gene }) => Gene.Symbol),
        ...(target?.c ?? []).filter((code) => !code.startsWith('ORPHA:')),
      ],
      importance:
        (status === 'translated' ? 0 : 3) +
        (packet?.TextSection ? 2 : 0) +
        (packet?.Phenotypes ? 2 : 0) +
        (packet?.Genes ? 1 : 0),
    });
  }
  const groups: Record<string, string> = { drugs: 'drug', clinics: 'clinic' };
  targets.forEach((target, i) => {
    if (target.b !== 'diseases')
      records.push({
        id: 1_000_000 + i,
        group: groups[target.b]!,
        title: target.t,
        synonyms: target.s ?? [],
        codes: target.c ?? [],
        importance: 5,
      });
  });
  return records;
}

/** Packets hold a list, one thing instead of a list, or nothing. */
const list = <T>(things: T[] | T | undefined): T[] =>
  things === undefined ? [] : Array.isArray(things) ? things : [things];
