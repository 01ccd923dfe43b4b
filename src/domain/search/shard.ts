import type { SearchRecord } from './record.ts';

/** Records in the browser's index, by column, which compresses better. */
interface Columns {
  groups: string[];
  /** Index in `groups`. */
  group: number[];
  /** Deltas. */
  id: number[];
  importance: number[];
  /** One line a record, names and codes separated by tabs. */
  titles: string;
  synonyms: string;
  codes: string;
}

/** Lists the shard files with content versions. */
export const namesList = '/search/names.json';
export const namesAddress = (shard: number, version?: string): string =>
  `/search/names-${shard}.json${version === undefined ? '' : `?v=${version}`}`;
export const isVersionedNames = (address: string, query: string | undefined): boolean =>
  /^\/search\/names-\d\.json$/.test(address) && /^v=[0-9a-f]{8}$/.test(query ?? '');

/**
 * Brief records for the browser: Russian names, ORPHA and МКБ-10 codes. English names, genes and OMIM numbers
 * are three times larger and are searched on the server.
 */
export const inBrief = (record: SearchRecord): SearchRecord => ({
  ...record,
  synonyms: record.synonyms.filter((name) => /[а-яё]/i.test(name)),
  codes: record.codes.filter((code) => /^(?:ORPHA:\d+|[A-Z]\d\d(?:\.\d{1,2})?|NCT\d+)$/.test(code)),
  importance: Math.min(1, record.importance ?? 0),
});

/** Without descriptions of news and resources, which the server searches. */
export const inLines = (record: SearchRecord): SearchRecord => ({
  ...record,
  synonyms: record.synonyms.filter((name) => name.length < paragraph),
});
const paragraph = 200;

export function writeShard(records: readonly SearchRecord[]): string {
  const sorted = [...records].sort((a, b) => a.id - b.id);
  const groups = [...new Set(sorted.map(({ group }) => group))].sort();
  const lines = (of: (record: SearchRecord) => readonly string[]) =>
    sorted.map((record) => of(record).map(onOneLine).join('\t')).join('\n');
  const columns: Columns = {
    groups,
    group: sorted.map(({ group }) => groups.indexOf(group)),
    id: sorted.map(({ id }, i) => id - (sorted[i - 1]?.id ?? 0)),
    importance: sorted.map(({ importance = 0 }) => importance),
    titles: lines(({ title }) => [title]),
    synonyms: lines(({ synonyms }) => synonyms),
    codes: lines(shortened(sorted)),
  };
  return JSON.stringify(columns);
}

/** Numbers of the commonest register grow with ids: deltas are short. */
const register = 'ORPHA:';
const step = '~';

function shortened(sorted: readonly SearchRecord[]): (record: SearchRecord) => readonly string[] {
  let last = 0;
  const shortOf = new Map(
    sorted.map((record) => [
      record,
      record.codes.map((code) => {
        const number =
          /^[1-9]\d{0,8}$/.exec(code.slice(register.length)) && code.startsWith(register)
            ? Number(code.slice(register.length))
            : 0;
        if (number === 0) return code.startsWith(step) ? step + code : code;
        const short = step + (number - last).toString(36);
        last = number;
        return short;
      }),
    ]),
  );
  return (record) => shortOf.get(record)!;
}

function lengthened(): (code: string) => string {
  let last = 0;
  return (code) => {
    if (!code.startsWith(step)) return code;
    if (code.startsWith(step + step)) return code.slice(1);
    last += parseInt(code.slice(1), 36);
    return register + String(last);
  };
}

const onOneLine = (text: string) => text.replace(/[\t\n\r]+/g, ' ');

export function readShard(text: string): SearchRecord[] {
  const columns = JSON.parse(text) as Columns;
  const [titles, synonyms, codes] = [columns.titles, columns.synonyms, columns.codes].map((column) =>
    column.split('\n'),
  );
  let id = 0;
  const whole = lengthened();
  return columns.id.map((further, i) => ({
    id: (id += further),
    group: columns.groups[columns.group[i]!]!,
    title: titles![i]!,
    synonyms: parted(synonyms![i]!),
    codes: parted(codes![i]!).map(whole),
    importance: columns.importance[i]!,
  }));
}

const parted = (line: string) => (line === '' ? [] : line.split('\t'));
