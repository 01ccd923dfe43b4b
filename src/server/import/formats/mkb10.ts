import type { Source } from '#domain/kinds/index.ts';
import { importNote, rejected, type ImportFileLine } from '../draft.ts';
import type { Format, ImportContext } from '../format.ts';
import type { ImportInput } from '../input.ts';
import { mergeItems, orphaCode, type Disease } from '../disease.ts';
import { openTable, type Table } from '../table.ts';

export const mkb10: Format = {
  name: 'mkb10',
  title: 'МКБ-10: справочник НСИ Минздрава (CSV) или соответствия ORPHA — МКБ-10 (TSV)',
  read: readMkb10,
  expects: 'Таблица со столбцами MKB_CODE, MKB_NAME, ACTUAL или orpha_code, icd10, mkb10_name_ru',
  isLike: (text) => /(^|[;,\t"])MKB_CODE([;,\t"]|$)/m.test(text) || /(^|\t)mkb10_name_ru(\t|$)/m.test(text),
};

async function* readMkb10(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  for await (const file of input.parts()) {
    const table = await openTable(file);
    if (['MKB_CODE', 'MKB_NAME', 'ACTUAL'].every((column) => table.columns.includes(column)))
      yield* readRubrics(table);
    else if (['orpha_code', 'icd10', 'mkb10_name_ru'].every((column) => table.columns.includes(column)))
      yield* readMap(table, context);
    else
      await table.refuse(
        'Это не МКБ-10: нужны столбцы MKB_CODE, MKB_NAME, ACTUAL (НСИ) или orpha_code, icd10, mkb10_name_ru.',
      );
  }
}

const rubric = /^[A-Z]\d{2}(\.\d{1,2})?$/;

/** Official МКБ-10: rubrics become the vocabulary; chapters and blocks do not code diseases. */
async function* readRubrics(table: Table): AsyncGenerator<ImportFileLine> {
  for await (const row of table.rows) {
    if ('problem' in row) {
      yield rejected(row.line, row.problem);
      continue;
    }
    const code = row.cells.get('MKB_CODE') ?? '';
    const title = row.cells.get('MKB_NAME') ?? '';
    if (title === '' || code === '') yield rejected(row.line, 'нет кода или названия рубрики');
    else if (!rubric.test(code)) {
      if (/^([IVX]+|[A-Z]\d{2}-[A-Z]\d{2})$/.test(code))
        yield importNote(row.line, 'класс или блок, а не рубрика', code);
      else yield rejected(row.line, `это не код МКБ-10: «${code}»`);
    } else if (row.cells.get('ACTUAL') !== '1')
      yield importNote(row.line, 'рубрика больше не действует', `${code} ${title}`);
    else yield { type: 'term', line: row.line, vocabulary: 'mkb10', code, title, position: row.line };
  }
}

const mapSources: readonly Source[] = [
  {
    title: 'ORDO 2.6: соответствия МКБ-10',
    publisher: 'Orphanet, INSERM',
    url: 'https://www.orphadata.com/',
    licence: 'CC BY 4.0',
    version: '2.6',
    date: '2018-07-12',
    fields: ['icd10'],
  },
  {
    title: 'МКБ-10, справочник НСИ 1.2.643.5.1.13.13.11.1005',
    publisher: 'Минздрав России',
    url: 'https://nsi.rosminzdrav.ru/',
    version: '2.27',
    date: '2021-04-07',
    fields: ['icd10'],
  },
];

/** ORPHA code → rubric; its Russian name is often broader than the disease. */
async function* readMap(table: Table, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const titles = await context.terms('mkb10');
  const found = new Map<number, { line: number; codes: Disease['icd10'] }>();
  for await (const row of table.rows) {
    if ('problem' in row) {
      yield rejected(row.line, row.problem);
      continue;
    }
    const orpha = orphaCode(row.cells.get('orpha_code'));
    // Daggers and asterisks mark paired codes; a comma is a misprint for the point.
    const code = (row.cells.get('icd10') ?? '').replace(/[+*]$/, '').replace(',', '.');
    if (orpha === undefined) yield rejected(row.line, 'нет кода ORPHA');
    else if (!rubric.test(code))
      yield rejected(row.line, `ORPHA:${orpha}: это не код рубрики МКБ-10: «${code}»`);
    else {
      const title = row.cells.get('mkb10_name_ru') || titles.get(code);
      const disease = found.get(orpha) ?? { line: row.line, codes: [] };
      found.set(orpha, disease);
      if (!title) yield importNote(row.line, 'у рубрики нет русского названия', `ORPHA:${orpha} ${code}`);
      // A known relation stays: this file has none.
      disease.codes.push({ code, ...(title ? { title } : {}) } as Disease['icd10'][number]);
    }
  }
  for (const [orpha, { line, codes }] of found) {
    yield {
      type: 'record',
      line,
      kind: 'disease',
      external: `ORPHA:${orpha}`,
      mode: 'update',
      fields: (current) => ({ icd10: mergeItems(codes, 'code', current?.fields.icd10) }),
      sources: mapSources,
      shares: ['icd10'],
    };
  }
}
