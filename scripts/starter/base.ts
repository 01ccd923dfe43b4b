import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, constants } from 'node:zlib';
import { weighGenes } from '../../src/domain/genes.ts';
import { getKind, type Source } from '../../src/domain/kinds/index.ts';
import type { ImportedFields, RecordDraft } from '../../src/server/import/draft.ts';
import { mkb10 } from '../../src/server/import/formats/mkb10.ts';
import { openInput } from '../../src/server/import/input.ts';
import { orphaCode } from '../../src/server/import/disease.ts';
import { namesSource } from '../../src/server/catalogue/overlays.ts';
import { Summary } from '../../src/server/import/summary.ts';
import { emptyCatalogue, joinSource, type Catalogue, type EtlFormat, type Joined } from '../etl/join.ts';
import { orphadata } from '../etl/orphanet/classifications.ts';
import { orphapackets } from '../etl/orphanet/packets.ts';
import { sssom } from '../etl/sssom.ts';
import { packBase, type BaseEntity } from './pack.ts';
import { readLoci, readPrevalence, withFigures } from './products.ts';
import { readValidity, withValidity } from './validity.ts';

export const baseFile = join(import.meta.dirname, '../../src/starter/orphanet.ndjson.zst');

type Records = Catalogue['records'];

/**
 * Builds the file of the whole base from public data in `folder`, deterministically. Sources are
 * joined by the rules of the importer, without a database.
 */
export async function makeBase(folder: string): Promise<{ entities: number; bytes: number }> {
  const at = (file: string) => join(folder, file);
  const catalogue = emptyCatalogue();
  const { records } = catalogue;
  await readEntities(catalogue, orphapackets, at('orphanet/orphapackets-2025-12.ndjson.gz'));
  await placeOrphans(catalogue, [at('orphanet/classifications-2025-06'), at('orphanet/classifications')]);
  await readEntities(catalogue, mkb10, at('mappings/orpha-icd10-mkb10-ru.tsv.gz'));
  await readEntities(catalogue, sssom, at('mappings'));
  await addFigures(records, folder);
  await addValidity(records, at('genes/clingen-gene-disease-2025-01-09.tsv'));

  for (const { fields } of records.values())
    fields.parents = ((fields.parents ?? []) as string[]).filter((code) => records.has(code));
  const entities = [...records].map(([external, { fields, sources }]) => entityOf(external, fields, sources));
  const date =
    entities
      .flatMap(({ sources }) => sources.map((source) => source.date))
      .toSorted()
      .at(-1) ?? '';
  const bytes = zstdCompressSync(packBase(date, entities), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: 25,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  await writeFile(baseFile, bytes);
  return { entities: entities.length, bytes: bytes.length };
}

async function readEntities(
  catalogue: Catalogue,
  format: EtlFormat,
  path: string,
  isWanted?: (draft: RecordDraft) => boolean,
): Promise<void> {
  const input = await openInput(path, format.files);
  const source = { format, input, isWanted, keepsLinks: true };
  await joinSource(catalogue, source, new Summary(format.name, true));
}

/** Packets of December 2025 have parents; older classifications only fill gaps. */
async function placeOrphans(catalogue: Catalogue, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const orphans = new Set(
      [...catalogue.records].filter(([, { fields }]) => !fields.parents).map(([external]) => external),
    );
    await readEntities(catalogue, orphadata, folder, ({ external }) => orphans.has(external ?? ''));
  }
}

async function addFigures(records: Records, folder: string): Promise<void> {
  const prevalence = await readPrevalence(join(folder, 'orphanet/orphadata-2025-prevalence.csv.gz'));
  const loci = await readLoci(join(folder, 'orphanet/orphadata-2025-genes.csv.gz'));
  for (const [external, entity] of records) {
    const figures = withFigures(entity.fields, prevalence.get(external) ?? [], loci);
    applyFields(entity, figures.fields, figures.source);
  }
}

async function addValidity(records: Records, file: string): Promise<void> {
  const verdicts = await readValidity(file);
  const forms = new Map<string, string[]>();
  for (const [external, { fields }] of records)
    for (const parent of (fields.parents as string[] | undefined) ?? [])
      forms.set(parent, [...(forms.get(parent) ?? []), external]);
  for (const [external, entity] of records) {
    const numbers = [external, ...(forms.get(external) ?? [])].map(
      (code) => records.get(code)?.fields.mondo as string | undefined,
    );
    const weighed = withValidity(entity.fields, numbers, verdicts);
    applyFields(entity, weighed.fields, weighed.source);
    const genes = entity.fields.genes as Parameters<typeof weighGenes>[0] | undefined;
    // Strongest first; a symbol may occur twice with two roles.
    if (genes) {
      const { ordered } = weighGenes(genes);
      const place = new Map(ordered.map(({ symbol }, index) => [symbol, index]));
      entity.fields.genes = genes.toSorted(
        (one, other) => (place.get(one.symbol) ?? 0) - (place.get(other.symbol) ?? 0),
      );
    }
  }
}

function applyFields(entity: Joined, fields: ImportedFields, source: Source | undefined): void {
  Object.assign(entity.fields, fields);
  if (source) entity.sources = [...entity.sources, source];
}

/** Names come from the overlay; sources list existing fields only. */
function entityOf(external: string, fields: ImportedFields, sources: readonly Source[]): BaseEntity {
  const orpha = orphaCode(external.replace('ORPHA:', ''));
  const { title: _title, title_status: _status, synonyms: _synonyms, ...own } = fields;
  const empty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  const kept = Object.fromEntries(
    Object.keys(getKind('disease').fields.shape)
      .filter((field) => !empty(own[field]))
      .map((field) => [field, own[field]]),
  );
  return {
    fields: { ...kept, orpha, title_en: String(own.title_en) } as BaseEntity['fields'],
    sources: sources
      .filter(({ title }) => title !== namesSource.title)
      .map((source) => ({ ...source, fields: source.fields.filter((field) => field in kept) }))
      .filter((source) => source.fields.length > 0),
  };
}
