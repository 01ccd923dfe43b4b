import { OperatorError } from '#domain/operator-error.ts';
import type { RecordOf, Source, kindsByName } from '#domain/kinds/index.ts';
import { importNote, rejected, type ImportedFields, type ImportFileLine } from '#server/import/draft.ts';
import type { ImportContext, KnownRecord } from '#server/import/format.ts';
import { type ImportInput, type InputFile } from '#server/import/input.ts';
import { jsonValues, ownValue } from '#server/import/json.ts';
import { openTable, type TableRow, type Table } from '#server/import/table.ts';
import type { EtlFormat } from './join.ts';

type Drug = RecordOf<(typeof kindsByName)['drug']>;

export const drugs: EtlFormat = {
  name: 'drugs',
  title: 'Препараты: одобрения FDA (CSV), орфанный перечень и формуляр Казахстана (JSON, NDJSON)',
  read: readDrugs,
};

async function* readDrugs(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const known = new KnownDrugs(await context.recordsOf('drug'));
  for await (const file of input.parts()) {
    if (await isJson(file)) yield* readLists(file, known, context);
    else yield* readApprovals(await openTable(file), known, context);
  }
}

async function isJson(file: InputFile): Promise<boolean> {
  for await (const piece of file.text()) {
    const start = piece.trimStart();
    if (start !== '') return start.startsWith('{') || start.startsWith('[');
  }
  return false;
}

/** Drugs by names and codes in lists. */
class KnownDrugs {
  readonly #byTrade = new Map<string, KnownRecord>();
  readonly #byInn = new Map<string, KnownRecord[]>();
  readonly #byCode = new Map<string, KnownRecord[]>();

  constructor(all: readonly KnownRecord[]) {
    for (const drug of all) {
      for (const name of [drug.fields.title, drug.fields.title_en]) {
        if (typeof name === 'string' && !this.#byTrade.has(nameKey(name)))
          this.#byTrade.set(nameKey(name), drug);
      }
      const inn = nameKey(drug.fields.inn);
      if (inn !== '') this.#byInn.set(inn, [...(this.#byInn.get(inn) ?? []), drug]);
      for (const code of textsOf(drug.fields.atc))
        this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), drug]);
    }
  }

  byTrade(name: string): KnownRecord | undefined {
    return this.#byTrade.get(nameKey(name));
  }

  /**
   * ATC codes before INN, since codes are seldom misspelt and names often are («Агалзидаза»): code and name,
   * then code and a similar name, then the name.
   */
  bySubstance(atc: string, inn: string): KnownRecord[] {
    const key = nameKey(inn);
    const sameCode = isSubstanceCode(atc) ? (this.#byCode.get(atc) ?? []) : [];
    const both = sameCode.filter(({ fields }) => nameKey(fields.inn) === key);
    if (both.length > 0) return both;
    const misspelt = sameCode.filter(({ fields }) => isNear(nameKey(fields.inn), key));
    return misspelt.length > 0 ? misspelt : (this.#byInn.get(key) ?? []);
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Only fifth-level codes name a substance. */
const isSubstanceCode = (atc: string) => /^[A-Z]\d{2}[A-Z]{2}\d{2}$/.test(atc);

const nameKey = (name: unknown) =>
  typeof name === 'string'
    ? name
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replace(/[®™*]/g, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    : '';

/** Misprints keep beginnings: the first words differ in at most two letters. */
function isNear(one: string, other: string): boolean {
  const [first = '', second = ''] = [one.split(' ')[0], other.split(' ')[0]];
  if (first.length < 5 || Math.abs(first.length - second.length) > 2) return false;
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let i = 1; i <= first.length; i++) {
    const next = [i];
    for (let j = 1; j <= second.length; j++) {
      const change = (row[j - 1] ?? 0) + (first[i - 1] === second[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[second.length] ?? 9) <= 2;
}

/** FDA list: a row is an approval of a trade name for an indication. */
async function* readApprovals(
  table: Table,
  known: KnownDrugs,
  context: ImportContext,
): AsyncGenerator<ImportFileLine> {
  const columns = [
    'Generic Name',
    'Trade Name',
    'Date Designated',
    'Orphan Designation',
    'Marketing Approval Date',
    'Sponsor Company',
  ];
  if (!columns.every((column) => table.columns.includes(column))) {
    await table.refuse('Это не список препаратов: нужны столбцы FDA (Generic Name, Trade Name …) или JSON.');
  }
  const found = new Map<string, { line: number; trade: string; generic: string; approvals: Approval[] }>();
  let latest = '';
  for await (const row of table.rows) {
    const approval = 'problem' in row ? row.problem : approvalOf(row, context.today);
    if (typeof approval === 'string') {
      yield rejected(row.line, approval);
      continue;
    }
    for (const day of [approval.designated_at, approval.approved_at]) if (day && day > latest) latest = day;
    const name = approval.trade || approval.generic;
    const drug = found.get(nameKey(name)) ?? {
      line: row.line,
      trade: name,
      generic: approval.generic,
      approvals: [],
    };
    found.set(nameKey(name), drug);
    drug.approvals.push(approval);
  }
  for (const { line, trade, generic, approvals } of found.values()) {
    const existing = known.byTrade(trade);
    const designations = designationsOf(approvals);
    yield {
      type: 'record',
      line,
      kind: 'drug',
      external: existing?.external ?? `DRUG:${trade}`,
      mode: 'upsert',
      fields: (current): ImportedFields => ({
        ...(current ? {} : { title: trade }),
        ...(current?.fields.title_en === undefined ? { title_en: trade } : {}),
        ...(current?.fields.inn_en === undefined ? { inn_en: generic } : {}),
        designations,
      }),
      sources: [approvalsSource(latest || context.today)],
    };
  }
}

interface Approval {
  trade: string;
  generic: string;
  designation: string;
  designated_at: string | undefined;
  approved_at: string | undefined;
  sponsor: string | undefined;
}

function approvalOf({ cells }: TableRow, today: string): Approval | string {
  const get = (column: string) => (cells.get(column) ?? '').replace(/\s+/g, ' ').trim();
  const generic = get('Generic Name').slice(0, 300);
  const trade = get('Trade Name').replace(/[®™]/g, '').trim().slice(0, 300);
  if (generic === '' && trade === '') return 'нет названия препарата';
  const days = (['Date Designated', 'Marketing Approval Date'] as const).map(
    (column) => [column, get(column)] as const,
  );
  for (const [column, value] of days)
    if (value !== '' && dayOf(value, today) === undefined) return `${column}: это не дата «${value}»`;
  return {
    trade,
    generic: generic || trade,
    designation: get('Orphan Designation').slice(0, 1000),
    designated_at: dayOf(get('Date Designated'), today),
    approved_at: dayOf(get('Marketing Approval Date'), today),
    sponsor: get('Sponsor Company').slice(0, 300) || undefined,
  };
}

/** `9/05/17` and `08/30/2017`, month first; the orphan drug law is of 1983, which decides the century. */
export function dayOf(value: string, today: string): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(value) ?? [];
  if (year === '') return undefined;
  const short = Number(`20${year}`) > Number(today.slice(0, 4)) ? `19${year}` : `20${year}`;
  const iso = `${year.length === 4 ? year : short}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** A designation is repeated for each approved indication: it is taken once, with its first approval. */
function designationsOf(approvals: readonly Approval[]): Drug['designations'] {
  const found = new Map<string, Drug['designations'][number]>();
  const ordered = approvals.toSorted((one, other) =>
    (one.approved_at ?? '9').localeCompare(other.approved_at ?? '9'),
  );
  for (const { designation, designated_at, approved_at, sponsor } of ordered) {
    const key = `${designation.toLowerCase()} ${designated_at ?? ''}`;
    if (found.has(key)) continue;
    found.set(key, {
      authority: 'FDA',
      ...(designation ? { designation } : {}),
      ...(designated_at ? { designated_at } : {}),
      ...(approved_at ? { approved_at } : {}),
      ...(sponsor ? { sponsor } : {}),
    });
  }
  return [...found.values()].slice(0, 60);
}

const approvalsSource = (date: string): Source => ({
  title: 'Orphan Drug Designations and Approvals',
  publisher: 'FDA, Office of Orphan Products Development',
  url: 'https://www.accessdata.fda.gov/scripts/opdlisting/oopd/',
  licence: 'общественное достояние',
  date,
  fields: ['title', 'title_en', 'inn_en', 'designations'],
});

interface Listed {
  line: number;
  atc: string;
  inn: string;
  trade: string | undefined;
  isOrphan: boolean;
}

/** Lists of Kazakhstan: INN and ATC in Russian; the formulary also has trade names and common drugs. */
async function* readLists(
  file: InputFile,
  known: KnownDrugs,
  context: ImportContext,
): AsyncGenerator<ImportFileLine> {
  const seen = new Map<string, number>();
  let isOurs = false;
  for await (const item of jsonValues(file)) {
    const listed = 'type' in item ? item.reason : listedIn(item.line, item.value);
    if (typeof listed === 'string') {
      yield rejected(item.line, listed);
      continue;
    }
    isOurs = true;
    if (listed.inn === '' && listed.atc === '') {
      yield rejected(listed.line, 'пустая строка списка');
      continue;
    }
    // The formulary lists branches of the ATC tree among drugs.
    if (!isSubstanceCode(listed.atc) && listed.trade === undefined && !listed.isOrphan) {
      yield importNote(listed.line, 'раздел классификации АТХ, а не препарат', listed.atc);
      continue;
    }
    if (!/^[A-Z]\d{2}([A-Z]([A-Z](\d{2})?)?)?$/.test(listed.atc)) {
      yield rejected(listed.line, `это не код АТХ: «${listed.atc}»`);
      continue;
    }
    const key = `${listed.atc} ${nameKey(listed.inn)} ${nameKey(listed.trade)}`;
    if (seen.has(key)) {
      yield importNote(listed.line, 'повтор', `${listed.atc} ${listed.inn} (строка ${seen.get(key)})`);
      continue;
    }
    seen.set(key, listed.line);
    yield* listedDrafts(listed, known, context);
  }
  if (!isOurs) throw new OperatorError('Это не список препаратов: нужны MNN и ATX или atcCode и mnnOrGroup.');
}

function listedIn(line: number, value: unknown): Listed | string {
  const text = (key: string) => {
    const found = ownValue(value, key);
    return typeof found === 'string' ? found.replace(/\s+/g, ' ').trim() : undefined;
  };
  const [mnn, atx] = [text('MNN'), text('ATX')];
  // Cyrillic lookalikes in codes.
  const code = (atc: string) =>
    atc
      .toUpperCase()
      .replace(/[АВСЕНКМОРТХ]/g, (letter) => 'ABCEHKMOPTX'['АВСЕНКМОРТХ'.indexOf(letter)] ?? letter);
  if (mnn !== undefined && atx !== undefined)
    return { line, atc: code(atx), inn: mnn, trade: undefined, isOrphan: true };
  const [atc, group] = [text('atcCode'), text('mnnOrGroup')];
  if (atc !== undefined && group !== undefined)
    return {
      line,
      atc: code(atc),
      inn: group,
      trade: text('tradeName')?.replace(/[®™]/g, '').trim() || undefined,
      isOrphan: false,
    };
  return 'нет МНН и кода АТХ';
}

function* listedDrafts(listed: Listed, known: KnownDrugs, context: ImportContext): Generator<ImportFileLine> {
  const { line, atc, inn, trade } = listed;
  const byName = trade === undefined ? undefined : known.byTrade(trade);
  const found = byName ? [byName] : known.bySubstance(atc, inn);
  const source = listSource(listed.isOrphan, context.today);
  for (const { external, fields } of found) {
    yield {
      type: 'record',
      line,
      kind: 'drug',
      external,
      title: String(fields.title),
      mode: 'known',
      isUndated: true,
      fields: (current) => ({
        // A known code is not replaced by a possibly older list.
        ...(textsOf(current?.fields.atc).length === 0 ? { atc: [atc] } : {}),
        ...(current?.fields.inn === undefined ? { inn: asInn(inn) } : {}),
      }),
      sources: [source],
    };
  }
  if (found.length > 0) return;
  if (!listed.isOrphan) {
    yield importNote(
      line,
      'препарата нет в каталоге: формуляр только дополняет известные',
      `${atc} ${trade ?? inn}`,
    );
    return;
  }
  if (inn === '') {
    yield rejected(line, `${atc}: нет МНН`);
    return;
  }
  yield {
    type: 'record',
    line,
    kind: 'drug',
    external: null,
    title: inn,
    mode: 'upsert',
    isUndated: true,
    // The list has substances, which become titles.
    fields: (current) => ({
      title: inn,
      inn: asInn(inn),
      atc: [...new Set([...textsOf(current?.fields.atc), atc])],
    }),
    sources: [source],
  };
}

/** INN in lower case: «агалсидаза альфа»; abbreviations stay. */
const asInn = (name: string) =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

const listSource = (isOrphan: boolean, date: string): Source => ({
  title: isOrphan
    ? 'Перечень орфанных препаратов Республики Казахстан'
    : 'Казахстанский национальный формуляр',
  publisher: 'Минздрав Республики Казахстан',
  date,
  fields: ['title', 'inn', 'atc'],
});
