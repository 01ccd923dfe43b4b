import type { SearchRecord } from './record.ts';

/**
 * Records as the published site carries them to the browser's index: column by column, because like stands beside like
 * and packs well. A shard holds the records of so many ids, whatever their kind: one changed record is one small file.
 */
interface Columns {
  /** No record has a greater id, so it tells how many shards there are. */
  greatest: number;
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

/**
 * Titles and the codes of cards come first; synonyms and the other codes, without titles, after them. A changed title
 * rewrites its shard of names: of so many records that is about 20 kB.
 */
export const shardSizes = { names: 1000, more: 1000 } as const;
/** Ids are given out in such lots: every shard holds whole ones. */
export const idsTogether = 500;
export type ShardSort = keyof typeof shardSizes;

/** Number of the shard in which a record lies. */
export const shardOf = (sort: ShardSort, id: number): number => Math.floor(id / shardSizes[sort]);

export const shardAddress = (sort: ShardSort, shard: number): string => `/search/${sort}-${shard}.json`;

export function writeShard(records: readonly SearchRecord[], greatest: number): string {
  const sorted = [...records].sort((a, b) => a.id - b.id);
  const groups = [...new Set(sorted.map(({ group }) => group))].sort();
  const lines = (of: (record: SearchRecord) => readonly string[]) =>
    sorted.map((record) => of(record).map(onOneLine).join('\t')).join('\n');
  const columns: Columns = {
    greatest,
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

export function readShard(text: string): { greatest: number; records: SearchRecord[] } {
  const columns = JSON.parse(text) as Columns;
  const [titles, synonyms, codes] = [columns.titles, columns.synonyms, columns.codes].map((column) =>
    column.split('\n'),
  );
  let id = 0;
  const whole = lengthened();
  const records = columns.id.map((further, i) => ({
    id: (id += further),
    group: columns.groups[columns.group[i]!]!,
    title: titles![i]!,
    synonyms: parted(synonyms![i]!),
    codes: parted(codes![i]!).map(whole),
    importance: columns.importance[i]!,
  }));
  return { greatest: columns.greatest, records };
}

const parted = (line: string) => (line === '' ? [] : line.split('\t'));
