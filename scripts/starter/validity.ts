import type { Source } from '../../src/domain/kinds/index.ts';
import { geneValidity } from '../../src/domain/vocabularies.ts';
import type { ImportedFields } from '../../src/server/import/draft.ts';
import { openInput } from '../../src/server/import/input.ts';
import type { Disease } from '../../src/server/import/disease.ts';
import { openTable } from '../../src/server/import/table.ts';

type Validity = keyof typeof geneValidity;

const clingen: Source = {
  title: 'ClinGen: доказанность связи генов с болезнями',
  publisher: 'ClinGen',
  url: 'https://search.clinicalgenome.org/kb/gene-validity',
  licence: 'CC0 1.0',
  version: 'выгрузка 09.01.2025, по номеру MONDO записи и её форм',
  date: '2025-01-09',
  fields: ['genes'],
};

/** From definitive to refuted. */
const order = Object.keys(geneValidity) as Validity[];

/** `MONDO:0013212 AARS1` → ClinGen's verdict, the strongest of several. */
export async function readValidity(file: string): Promise<Map<string, Validity>> {
  const verdicts = new Map<string, Validity>();
  for await (const part of (await openInput(file)).parts()) {
    for await (const row of (await openTable(part)).rows) {
      if ('problem' in row) continue;
      const word = row.cells.get('classification')?.toLowerCase();
      const verdict = order.find((code) => code === word);
      if (!verdict) continue;
      const key = `${row.cells.get('mondo')?.replace('_', ':')} ${row.cells.get('gene')}`;
      verdicts.set(key, firmest([verdict, verdicts.get(key)]) ?? verdict);
    }
  }
  return verdicts;
}

/** Verdicts for a disease by MONDO number, otherwise those for its forms. */
export function withValidity(
  { genes }: ImportedFields,
  [own, ...forms]: readonly (string | undefined)[],
  verdicts: ReadonlyMap<string, Validity>,
): { fields: ImportedFields; source: Source | undefined } {
  let isFound = false;
  const weighed = ((genes ?? []) as Disease['genes']).map(({ origin, ...gene }) => {
    const of = (mondo: string | undefined) => verdicts.get(`${mondo} ${gene.symbol}`);
    const validity = of(own) ?? firmest(forms.map(of));
    if (validity) isFound = true;
    return { ...gene, ...(validity ? { validity } : {}), ...(origin ? { origin } : {}) };
  });
  return isFound ? { fields: { genes: weighed }, source: clingen } : { fields: {}, source: undefined };
}

const firmest = (verdicts: readonly (Validity | undefined)[]): Validity | undefined =>
  order.find((code) => verdicts.includes(code));
