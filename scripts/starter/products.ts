import type { Source } from '../../src/domain/kinds/index.ts';
import type { ImportedFields } from '../../src/server/import/draft.ts';
import { openInput } from '../../src/server/import/input.ts';
import type { Disease } from '../../src/server/import/disease.ts';
import { inOrder, prevalenceEntry, type OrphanetPrevalence } from '../etl/orphanet/prevalence.ts';
import { nonEmptyText } from '../etl/orphanet/vocabulary.ts';
import { openTable, type TableRow } from '../../src/server/import/table.ts';

/** Products 6 and 9 of Orphadata as tables: prevalence figures and gene loci, missing in packets. */

const product: Omit<Source, 'fields'> = {
  title: 'Orphadata: эпидемиология и гены (products 6 и 9)',
  publisher: 'Orphanet, INSERM',
  url: 'https://www.orphadata.com/',
  licence: 'CC BY 4.0',
  version: 'лето 2025 года',
  date: '2025-07-01',
};

/** `ORPHA:58` → its entries. */
export async function readPrevalence(file: string): Promise<Map<string, OrphanetPrevalence[]>> {
  const found = new Map<string, OrphanetPrevalence[]>();
  for await (const { cells } of rowsOf(file)) {
    const validated = nonEmptyText(cells.get('prevalence_validation_status'));
    const entry = prevalenceEntry({
      type: cells.get('prevalence_type'),
      class: cells.get('prevalence_class'),
      unit: cells.get('prevalence_qualification'),
      figure: cells.get('val_moy'),
      place: nonEmptyText(cells.get('prevalence_geographic')),
      source: nonEmptyText(cells.get('source')),
      validated: validated === undefined ? undefined : validated === 'Validated',
    });
    if (!entry) continue;
    const external = `ORPHA:${cells.get('orpha_code')}`;
    found.set(external, [...(found.get(external) ?? []), entry]);
  }
  return found;
}

/** Gene symbol → locus. */
export async function readLoci(file: string): Promise<Map<string, string>> {
  const loci = new Map<string, string>();
  for await (const { cells } of rowsOf(file)) {
    const [symbol, locus] = [cells.get('gene_symbol'), nonEmptyText(cells.get('gene_locus'))];
    if (symbol && locus && locus.length <= 60 && !loci.has(symbol)) loci.set(symbol, locus);
  }
  return loci;
}

async function* rowsOf(file: string): AsyncGenerator<TableRow> {
  for await (const part of (await openInput(file)).parts())
    for await (const row of (await openTable(part)).rows) if (!('problem' in row)) yield row;
}

/**
 * Newer packets decide type, place and class; the tables add figure and validation, and entries with only a
 * figure.
 */
export function withFigures(
  { prevalence, genes }: ImportedFields,
  table: readonly OrphanetPrevalence[],
  loci: ReadonlyMap<string, string>,
): { fields: ImportedFields; source: Source | undefined } {
  const stated = (prevalence ?? []) as OrphanetPrevalence[];
  const left = [...table];
  const supplemented = stated.map((entry) => {
    const at = left.findIndex((other) => isSame(entry, other));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found ? { ...found, ...entry } : entry;
  });
  const bare = left.filter((entry) => entry.class === undefined && entry.figure !== undefined);
  const located = ((genes ?? []) as Disease['genes']).map((gene) => {
    const locus = gene.locus ?? loci.get(gene.symbol);
    return locus === undefined ? gene : { ...gene, locus };
  });
  const fields: ImportedFields = {};
  if (table.length > 0) fields.prevalence = [...supplemented, ...bare].map(inOrder);
  if (located.some(({ locus }) => locus !== undefined)) fields.genes = located;
  const names = Object.keys(fields);
  return { fields, source: names.length > 0 ? { ...product, fields: names } : undefined };
}

const isSame = (one: OrphanetPrevalence, other: OrphanetPrevalence) =>
  one.type === other.type &&
  one.class === other.class &&
  one.place === other.place &&
  one.source === other.source;
