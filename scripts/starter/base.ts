import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, constants } from 'node:zlib';
import { weighGenes } from '../../src/domain/genes.ts';
import { getKind, type Source } from '../../src/domain/kinds/index.ts';
import type { Current, ImportedFields, RecordDraft } from '../../src/server/import/draft.ts';
import type { Format, ImportContext } from '../../src/server/import/format.ts';
import { mkb10 } from '../../src/server/import/formats/mkb10.ts';
import { orphadata } from '../../src/server/import/formats/orphadata.ts';
import { orphapackets } from '../../src/server/import/formats/orphapackets.ts';
import { sssom } from '../../src/server/import/formats/sssom.ts';
import { openInput } from '../../src/server/import/input.ts';
import { packBase, type BaseEntity } from '../../src/server/import/orphanet/base.ts';
import { orphaCode } from '../../src/server/import/orphanet/disease.ts';
import { namesSource, readOverlays } from '../../src/server/catalogue/overlays.ts';
import { reconcile } from '../../src/server/import/reconcile.ts';
import { offerOf } from '../../src/server/import/match.ts';
import { readLoci, readPrevalence, withFigures } from './products.ts';
import { readValidity, withValidity } from './validity.ts';

export const baseFile = join(import.meta.dirname, '../../src/starter/orphanet.ndjson.zst');

/** An entity while sources are joined; links are references. */
interface Joined extends Current {
  fields: ImportedFields;
  origins: Record<string, string>;
  sources: readonly Source[];
}
type Catalogue = Map<string, Joined>;

/**
 * Builds the file of the whole base from public data in `folder`, deterministically. Readings of the
 * importers are joined by their own rules, without a database.
 */
export async function makeBase(folder: string): Promise<{ entities: number; bytes: number }> {
  const at = (file: string) => join(folder, file);
  const catalogue: Catalogue = new Map();
  await readEntities(catalogue, orphapackets, at('orphanet/orphapackets-2025-12.ndjson.gz'));
  await placeOrphans(catalogue, [at('orphanet/classifications-2025-06'), at('orphanet/classifications')]);
  await readEntities(catalogue, mkb10, at('mappings/orpha-icd10-mkb10-ru.tsv.gz'));
  await readEntities(catalogue, sssom, at('mappings'));
  await addFigures(catalogue, folder);
  await addValidity(catalogue, at('genes/clingen-gene-disease-2025-01-09.tsv'));

  for (const entity of catalogue.values())
    entity.fields.parents = ((entity.fields.parents ?? []) as string[]).filter((code) => catalogue.has(code));
  const entities = [...catalogue].map(([external, { fields, sources }]) =>
    entityOf(external, fields, sources),
  );
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
  format: Format,
  path: string,
  isWanted: (draft: RecordDraft) => boolean = () => true,
): Promise<void> {
  const kind = getKind('disease');
  const context: ImportContext = {
    overlays: await readOverlays(),
    parents: async () => new Map(),
    recordsOf: async () =>
      [...catalogue].map(([external, { fields }]) => ({ id: Number(fields.orpha), external, fields })),
    terms: async () => new Map(),
    today: '',
  };
  for await (const reading of format.read(await openInput(path, format.files), context)) {
    if (reading.type !== 'record' || reading.external === null || !isWanted(reading)) continue;
    const current = catalogue.get(reading.external);
    if (!current && reading.mode !== 'upsert') continue;
    const { fields, sources } = reconcile(
      kind,
      current,
      offerOf(reading, format.name, reading.fields(current)),
    );
    const filled = Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    );
    const origins = Object.fromEntries(filled.map(([field]) => [field, format.name]));
    catalogue.set(reading.external, {
      fields: { ...current?.fields, ...Object.fromEntries(filled) },
      origins: { ...current?.origins, ...origins },
      sources,
    });
  }
}

/** Packets of December 2025 have parents; older classifications only fill gaps. */
async function placeOrphans(catalogue: Catalogue, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const orphans = new Set(
      [...catalogue].filter(([, { fields }]) => !fields.parents).map(([external]) => external),
    );
    await readEntities(catalogue, orphadata, folder, ({ external }) => orphans.has(external ?? ''));
  }
}

async function addFigures(catalogue: Catalogue, folder: string): Promise<void> {
  const prevalence = await readPrevalence(join(folder, 'orphanet/orphadata-2025-prevalence.csv.gz'));
  const loci = await readLoci(join(folder, 'orphanet/orphadata-2025-genes.csv.gz'));
  for (const [external, entity] of catalogue) {
    const figures = withFigures(entity.fields, prevalence.get(external) ?? [], loci);
    applyFields(entity, figures.fields, figures.source);
  }
}

async function addValidity(catalogue: Catalogue, file: string): Promise<void> {
  const verdicts = await readValidity(file);
  const forms = new Map<string, string[]>();
  for (const [external, { fields }] of catalogue)
    for (const parent of (fields.parents as string[] | undefined) ?? [])
      forms.set(parent, [...(forms.get(parent) ?? []), external]);
  for (const [external, entity] of catalogue) {
    const numbers = [external, ...(forms.get(external) ?? [])].map(
      (code) => catalogue.get(code)?.fields.mondo as string | undefined,
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
