/**
 * The browser's index, beside the page's thread, so that neither filling nor asking it delays a key press. It loads the
 * names of the catalogue shard by shard and answers from what it has.
 */
import { SearchIndex, type Piece, type SearchRecord } from '#domain/search/index.ts';
import { readShard, shardAddress, shardOf, type ShardSort } from '#domain/search/shard.ts';

export interface Question {
  number: number;
  query: string;
  perGroup: number;
}

export type Told =
  | { type: 'answer'; number: number; hits: LocalHit[]; readAs?: string | undefined; suggestions: string[] }
  /** More can be found now; after the last shard `isWhole`. */
  | { type: 'grown'; isWhole: boolean }
  | { type: 'failed' };

export interface LocalHit {
  /** Name of the kind. */
  group: string;
  id: number;
  pieces: Piece[];
  note?: string;
}

const index = new SearchIndex();
const records = new Map<number, SearchRecord>();
/** Put at once, so many records keep an answer waiting for a few milliseconds only. */
const portion = 250;
const tell = (told: Told) => postMessage(told);

let question: Question | undefined;
let hasNames = false;

onmessage = ({ data }: MessageEvent<Question>) => {
  question = data;
  if (hasNames) answer();
};

function answer(): void {
  if (!question) return;
  const { number, query, perGroup } = question;
  const { hits, readAs, suggestions } = index.search(query, { perGroup });
  const found = hits.map(({ group, id, pieces }) => ({ group, id, pieces, ...noteOf(id) }));
  tell({ type: 'answer', number, hits: found, readAs, suggestions });
}

/** Codes by which doctors know the record: ORPHA and the rubrics, or АТХ. */
function noteOf(id: number): { note?: string } {
  const codes = records.get(id)?.codes.filter((code) => /^(ORPHA:\d+|[A-Z]\d\d.*|NCT\d+)$/.test(code)) ?? [];
  return codes.length > 0 ? { note: codes.slice(0, 3).join(' · ') } : {};
}

async function load(): Promise<void> {
  const greatest = await take('names', 0);
  tell({ type: 'grown', isWhole: false });
  const rest = (sort: ShardSort, from: number) =>
    Array.from({ length: shardOf(sort, greatest) + 1 - from }, (_, i) => [sort, from + i] as const);
  // The records that ship with the catalogue have the smallest ids: their synonyms come before other names.
  for (const [sort, shard] of [['more', 0] as const, ...rest('names', 1), ...rest('more', 1)]) {
    if (shard > 0 && savesData()) break;
    await take(sort, shard);
    tell({ type: 'grown', isWhole: false });
  }
  tell({ type: 'grown', isWhole: true });
}

async function take(sort: ShardSort, shard: number): Promise<number> {
  const response = await fetch(shardAddress(sort, shard));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const read = readShard(await response.text());
  const changed = read.records.map((record) => (sort === 'more' ? withMore(record) : record));
  for (let from = 0; from < changed.length; from += portion) {
    const some = changed.slice(from, from + portion);
    for (const record of some) records.set(record.id, record);
    index.put(some);
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (!hasNames) {
    hasNames = true;
    answer();
  }
  return read.greatest;
}

/** A record of a later shard has no title of its own; its names add to those known. */
const withMore = (record: SearchRecord): SearchRecord => ({
  ...record,
  title: records.get(record.id)?.title ?? '',
});

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

load().catch(() => tell({ type: 'failed' }));
