import type { SearchRecord } from './record.ts';

/**
 * Records as the published site carries them to the browser's index: column by column, because like stands beside like
 * and packs well.
 */
interface Columns {
  groups: string[];
  /** Of each record: its group, by place in `groups`. */
  group: number[];
  /** The first id, then how much greater each next one is. */
  id: number[];
  importance: number[];
  /** One line a record, several names or codes parted by tabs. */
  titles: string;
  synonyms: string;
  codes: string;
}

/** Where the addresses of the files stand, each with the version of what is in it: an address never gives two things. */
export const namesList = '/search/names.json';
export const namesAddress = (shard: number, version?: string): string =>
  `/search/names-${shard}.json${version === undefined ? '' : `?v=${version}`}`;
export const isVersionedNames = (address: string, query: string | undefined): boolean =>
  /^\/search\/names-\d\.json$/.test(address) && /^v=[0-9a-f]{8}$/.test(query ?? '');

/**
 * What the browser's index is told of the many others: titles and names in Russian, codes of ORPHA and МКБ-10. Names in
 * English, genes and numbers of OMIM are three times as much and are asked of the server.
 */
export const inBrief = (record: SearchRecord): SearchRecord => ({
  ...record,
  synonyms: record.synonyms.filter((name) => /[а-яё]/i.test(name)),
  codes: record.codes.filter((code) => /^(?:ORPHA:\d+|[A-Z]\d\d(?:\.\d{1,2})?|NCT\d+)$/.test(code)),
  importance: Math.min(1, record.importance ?? 0),
});

/** Without the paragraphs by which news and resources are found: the server reads them. */
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

/** Numbers of the commonest register go up with the ids: the step from the last one is shorter than the number. */
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
