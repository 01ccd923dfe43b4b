import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { rangesOf, recordTextsBetween } from '#data/catalogue.ts';
import { constant } from '#data/constant.ts';
import { recordsCsv } from '#domain/exports/csv.ts';
import { publicKinds, type AnyRecord, type Kind, type KindName } from '#domain/kinds/index.ts';

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

/** A part as NDJSON (a record a line, with all fields and sources) and as CSV (a record a row, one column a field). */
interface PartFiles {
  ndjson: Buffer<ArrayBuffer>;
  csv: Buffer<ArrayBuffer>;
  rows: number;
  fields: ReadonlySet<string>;
  modified: string;
}

const readPart = ({ name, kind, from, to }: Part, site: string): Promise<PartFiles | undefined> =>
  constant(
    'open data: last part',
    () => {
      const texts = recordTextsBetween(kind.name as KindName, from, to);
      if (texts.length === 0) return undefined;
      const records = texts.map((text) => JSON.parse(text) as AnyRecord);
      return {
        ndjson: Buffer.from(texts.map((text) => `${text}\n`).join('')),
        csv: Buffer.from(recordsCsv(kind, records, site)),
        rows: records.length,
        fields: new Set(records.flatMap(Object.keys)),
        modified: records.reduce((last, { updated_at: at }) => (at > last ? at : last), ''),
      };
    },
    name,
  );

/** Both files of a part, which a release takes one after the other; undefined without records. */
export async function filesOf(part: Part, site: string): Promise<PartFiles | undefined> {
  const files = await readPart(part, site);
  // Now, so that the descriptions that follow need not read the part again.
  if (files) await describePart(part, site);
  return files;
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
  constant(`open data: ${part.name}`, async () => {
    const { ndjson, csv, rows, fields, modified } = (await readPart(part, site))!;
    const about = { kind: part.kind, rows, modified };
    const files: OpenFile[] = [
      { name: `${part.name}.ndjson`, format: 'ndjson', ...about, ...proofOf(ndjson) },
      { name: `${part.name}.csv`, format: 'csv', ...about, ...proofOf(csv) },
    ];
    return { files, fields, gzip: gzipSync(ndjson, { level: 4 }) };
  });

/** One after the other: only the last part is kept in memory. */
async function describeParts(kind: Kind, site: string) {
  const parts = [];
  for (const part of partsOf(kind)) parts.push(await describePart(part, site));
  return parts;
}

const proofOf = (content: Buffer) => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** All parts of a kind in one gzip file of several members (RFC 1952, 2.2): only a changed part is compressed again. */
export async function wholeOf(kind: Kind, site: string): Promise<Buffer<ArrayBuffer>> {
  const parts = await describeParts(kind, site);
  return Buffer.concat(parts.map(({ gzip }) => gzip));
}

/** The files of a kind, the whole one first, and the fields that its records have; none without records. */
export async function describeFiles(
  kind: Kind,
  site: string,
): Promise<{ files: OpenFile[]; fields: ReadonlySet<string> }> {
  const parts = await describeParts(kind, site);
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
