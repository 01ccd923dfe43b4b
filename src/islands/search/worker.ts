/**
 * The browser's index, beside the page's thread, so that neither filling nor asking it delays a key press. The page
 * fetches: a worker's own requests are subject to the policy of its file, which allows none.
 */
import { SearchIndex, type Match, type Piece, type SearchRecord, type Why } from '#domain/search/index.ts';
import { readShard, type ShardSort } from '#domain/search/shard.ts';

export type Message =
  | { type: 'question'; number: number; query: string; perGroup: number }
  | { type: 'shard'; sort: ShardSort; text: string };

export type Told =
  | {
      type: 'answer';
      number: number;
      hits: LocalHit[];
      match: Match | 'nothing';
      leftOut: string[];
      readAs?: string | undefined;
      suggestions: string[];
    }
  /** A shard is taken in; `greatest` tells how many there are. */
  | { type: 'taken'; greatest: number };

export interface LocalHit {
  /** Name of the kind. */
  group: string;
  id: number;
  pieces: Piece[];
  why?: Why | undefined;
  note?: string;
}

const index = new SearchIndex();
const records = new Map<number, SearchRecord>();
/** Put at once, so many records keep an answer waiting for a few milliseconds only. */
const portion = 250;
const tell = (told: Told) => postMessage(told);

/** A part of the names would give answers that the rest puts to shame. */
let hasNames = false;
/** Asked before that. */
let early: (Message & { type: 'question' }) | undefined;

onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.type === 'shard') void take(data.sort, data.text);
  else if (hasNames) answer(data);
  else early = data;
};

function answer({ number, query, perGroup }: Message & { type: 'question' }): void {
  const { hits, ...answered } = index.search(query, { perGroup });
  const found = hits.map(({ group, id, pieces, why }) => ({ group, id, pieces, why, ...noteOf(id) }));
  const { match, leftOut, readAs, suggestions } = answered;
  tell({ type: 'answer', number, hits: found, match, leftOut, readAs, suggestions });
}

/** Codes by which doctors know the record: ORPHA and the rubrics, or АТХ. */
function noteOf(id: number): { note?: string } {
  const codes = records.get(id)?.codes.filter((code) => /^(ORPHA:\d+|[A-Z]\d\d.*|NCT\d+)$/.test(code)) ?? [];
  return codes.length > 0 ? { note: codes.slice(0, 3).join(' · ') } : {};
}

async function take(sort: ShardSort, text: string): Promise<void> {
  const { greatest, records: read } = readShard(text);
  const changed = sort === 'more' ? read.map(withTitle) : read;
  for (let from = 0; from < changed.length; from += portion) {
    const some = changed.slice(from, from + portion);
    for (const record of some) records.set(record.id, record);
    index.put(some);
    // Questions that came meanwhile are answered between two portions.
    await new Promise((resolve) => setTimeout(resolve));
  }
  hasNames = true;
  if (early) answer(early);
  early = undefined;
  tell({ type: 'taken', greatest });
}

/** A record of a later shard has no title of its own. */
const withTitle = (record: SearchRecord): SearchRecord => ({
  ...record,
  title: records.get(record.id)?.title ?? '',
});
