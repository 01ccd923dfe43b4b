import { sortKey } from '#domain/alphabet.ts';
import { rejected, type ImportFileLine } from '#server/import/draft.ts';
import type { ImportContext } from '#server/import/format.ts';
import type { ImportInput } from '#server/import/input.ts';
import { openTable, type TableRow } from '#server/import/table.ts';
import type { EtlFormat } from './join.ts';

export const regions: EtlFormat = {
  name: 'regions',
  title: 'Субъекты Федерации: region.csv (HFLabs)',
  read: readRegions,
};

const columns = [
  'name',
  'type',
  'name_with_type',
  'federal_district',
  'kladr_id',
  'okato',
  'oktmo',
  'iso_code',
  'timezone',
];

async function* readRegions(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  for await (const file of input.parts()) {
    const table = await openTable(file);
    if (!columns.every((column) => table.columns.includes(column))) {
      await table.refuse(`Это не region.csv: нужны столбцы ${columns.join(', ')}.`);
    }
    const found = new Map<string, { row: TableRow; title: string }>();
    for await (const row of table.rows) {
      if ('problem' in row) {
        yield rejected(row.line, row.problem);
        continue;
      }
      const code = /^(\d{2})0{11}$/.exec(row.cells.get('kladr_id') ?? '')?.[1];
      const title = subjectTitle(row.cells.get('name_with_type') ?? '');
      if (code === undefined) yield rejected(row.line, 'нет кода КЛАДР субъекта');
      else if (code === '99')
        yield rejected(row.line, `${title} арендован у Казахстана: это не субъект Федерации`);
      else if (title === '') yield rejected(row.line, 'нет названия');
      else if (found.has(code)) yield rejected(row.line, `код ${code} уже был`);
      else found.set(code, { row, title });
    }
    // Subjects missing in the file keep their alphabetical position.
    const all = new Map([
      ...(await context.terms('subject')),
      ...[...found].map(([code, { title }]) => [code, title] as const),
    ]);
    const order = [...all]
      .toSorted(([, one], [, other]) => (sortKey(one) < sortKey(other) ? -1 : 1))
      .map(([code]) => code);
    for (const [code, { row, title }] of found) {
      yield {
        type: 'term',
        line: row.line,
        vocabulary: 'subject',
        code,
        title,
        position: order.indexOf(code) + 1,
        data: dataOf(row),
      };
    }
  }
}

/** Identifiers as in the file; it gives Crimea and Sevastopol codes that begin with UA. */
function dataOf({ cells }: TableRow): Record<string, string> {
  const data: Record<string, string> = {};
  for (const [key, column] of [
    ['iso', 'iso_code'],
    ['okato', 'okato'],
    ['oktmo', 'oktmo'],
    ['kladr', 'kladr_id'],
    ['federal_district', 'federal_district'],
    ['timezone', 'timezone'],
  ] as const) {
    const value = cells.get(column);
    if (value) data[key] = value;
  }
  return data;
}

/** «Респ Адыгея» → «Республика Адыгея», «Томская обл» → «Томская область», «г Москва» → «Москва». */
export function subjectTitle(name: string): string {
  return name
    .trim()
    .replace(/^г /, '')
    .replace(/^Респ /, 'Республика ')
    .replace(/ Респ$/, ' Республика')
    .replace(/ обл$/, ' область')
    .replace(/ Аобл$/, ' автономная область')
    .replace(/ АО$/, ' автономный округ')
    .replace(' Автономный округ', ' автономный округ')
    .replace(/ \/(.+)\/$/, ' ($1)')
    .replace(/ - /g, ' — ');
}
