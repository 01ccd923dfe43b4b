import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { rangesOf, recordsBetween, recordTextsBetween } from '#data/catalogue.ts';
import { constant } from '#data/constant.ts';
import { recordsCsv } from '#domain/exports/csv.ts';
import { publicKinds, type Kind, type KindName } from '#domain/kinds/index.ts';

/** Ids in a part: a changed record rewrites one small file; removed records leave it shorter. */
const partSize = 1000;

/** Kinds of the open data; pages of the portal are no data. */
export const openKinds = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code');

/** Records of a kind with ids from `from` to `to`, exclusive; `name` is that of its files: 'diseases-1'. */
export interface Part {
  name: string;
  kind: Kind;
  from: number;
  to: number;
}

export const partsOf = (kind: Kind): Part[] =>
  rangesOf([kind.name as KindName], partSize).map((from) => ({
    name: `${kind.api}-${from / partSize + 1}`,
    kind,
    from,
    to: from + partSize,
  }));

export const partPaths = () => openKinds.flatMap(partsOf).map(({ name }) => ({ params: { part: name } }));

export function partOf(name: string | undefined): Part | undefined {
  const [, api, number] = /^(\w+)-(\d{1,6})$/.exec(name ?? '') ?? [];
  const kind = openKinds.find((one) => one.api === api);
  const from = (Number(number) - 1) * partSize;
  return kind && { name: name!, kind, from, to: from + partSize };
}

export const kindOfFile = (name: string | undefined): Kind | undefined =>
  openKinds.find(({ api }) => api === name);

/** A record a line, with all fields and sources. */
export const ndjsonOf = ({ kind, from, to }: Part): string =>
  recordTextsBetween(kind.name as KindName, from, to)
    .map((text) => `${text}\n`)
    .join('');

/** A record a row, one column a field; empty without records. */
export function csvOf({ kind, from, to }: Part, site: string): string {
  const records = recordsBetween(kind.name as KindName, from, to);
  return records.length > 0 ? recordsCsv(kind, records, site) : '';
}

/** A file of the open data, with size and digest. */
export interface OpenFile {
  /** 'diseases-1.ndjson', 'diseases-1.csv', 'diseases.ndjson.gz'. */
  name: string;
  kind: Kind;
  format: 'ndjson' | 'csv' | 'ndjson.gz';
  rows: number;
  bytes: number;
  sha256: string;
  /** Moment of the last change of a record in it. */
  modified: string;
}

/** Files of a part with their proofs; kept until one of its records changes. */
const describePart = (part: Part, site: string) =>
  constant(`open data: ${part.name}`, () => {
    const records = recordsBetween(part.kind.name as KindName, part.from, part.to);
    const ndjson = ndjsonOf(part);
    const about = {
      kind: part.kind,
      rows: records.length,
      modified: records.reduce((last, { updated_at: at }) => (at > last ? at : last), ''),
    };
    const files: OpenFile[] = [
      { name: `${part.name}.ndjson`, format: 'ndjson', ...about, ...proofOf(ndjson) },
      { name: `${part.name}.csv`, format: 'csv', ...about, ...proofOf(recordsCsv(part.kind, records, site)) },
    ];
    return { files, fields: new Set(records.flatMap(Object.keys)), gzip: gzipSync(ndjson, { level: 4 }) };
  });

const proofOf = (content: string | Buffer) => ({
  bytes: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** All parts of a kind in one gzip file of several members (RFC 1952, 2.2): only a changed part is compressed again. */
export async function wholeOf(kind: Kind, site: string): Promise<Buffer<ArrayBuffer>> {
  const parts = await Promise.all(partsOf(kind).map((part) => describePart(part, site)));
  return Buffer.concat(parts.map(({ gzip }) => gzip));
}

/** The files of a kind, the whole one first, and the fields that its records have; none without records. */
export async function describeFiles(
  kind: Kind,
  site: string,
): Promise<{ files: OpenFile[]; fields: ReadonlySet<string> }> {
  const parts = await Promise.all(partsOf(kind).map((part) => describePart(part, site)));
  const files = parts.flatMap((part) => part.files);
  const texts = files.filter(({ format }) => format === 'ndjson');
  if (texts.length === 0) return { files: [], fields: new Set() };
  const whole: OpenFile = {
    name: `${kind.api}.ndjson.gz`,
    kind,
    format: 'ndjson.gz',
    rows: texts.reduce((sum, { rows }) => sum + rows, 0),
    modified: texts.reduce((last, { modified }) => (modified > last ? modified : last), ''),
    ...proofOf(Buffer.concat(parts.map(({ gzip }) => gzip))),
  };
  return { files: [whole, ...files], fields: new Set(parts.flatMap(({ fields }) => [...fields])) };
}
