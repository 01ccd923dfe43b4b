/**
 * The browser's index, beside the page's thread, so that neither filling nor asking it delays a key press. The page
 * fetches: a worker's own requests are subject to the policy of its file, which allows none.
 */
import { nothing } from '#domain/search/answer.ts';
import {
  SearchIndex,
  type SearchAnswer,
  type HighlightSpan,
  type SearchRecord,
  type MatchReason,
} from '#domain/search/index.ts';
import { readShard } from '#domain/search/shard.ts';

export type SearchWorkerMessage =
  | { type: 'question'; number: number; query: string; perGroup: number }
  /** `left` tells how many files are still to come. */
  | { type: 'shard'; text: string; left: number };

export type SearchWorkerAnswer =
  | (Omit<SearchAnswer, 'hits'> & { type: 'answer'; number: number; hits: LocalHit[] })
  /** A file is taken in. */
  | { type: 'taken' };

export interface LocalHit {
  kind: string;
  id: number;
  pieces: HighlightSpan[];
  why?: MatchReason | undefined;
  note?: string;
}

const index = new SearchIndex();
const records = new Map<number, SearchRecord>();
/** Put at once, so many records keep an answer waiting for a few milliseconds only. */
const portion = 250;
const post = (message: SearchWorkerAnswer) => postMessage(message);

/** Files that have not come: while there are any, only what is found as it was typed is an answer. */
let left = Infinity;
/** Asked before the first came. */
let early: (SearchWorkerMessage & { type: 'question' }) | undefined;
let taking: Promise<void> = Promise.resolve();

onmessage = ({ data }: MessageEvent<SearchWorkerMessage>) => {
  if (data.type === 'shard') taking = taking.then(() => take(data.text, data.left));
  else if (left < Infinity) answer(data);
  else early = data;
};

function answer({ number, query, perGroup }: SearchWorkerMessage & { type: 'question' }): void {
  const { hits, ...found } = index.search(query, { perGroup });
  const isEarlyGuess = left > 0 && found.match !== 'exact' && found.match !== 'begun';
  const lines = hits.map(({ group, id, pieces, why }) => ({ kind: group, id, pieces, why, ...noteOf(id) }));
  if (isEarlyGuess) post({ ...nothing(), type: 'answer', number, hits: [] });
  else post({ ...found, type: 'answer', number, hits: lines });
}

/** Codes by which doctors know the record: ORPHA and the rubrics, or АТХ. */
function noteOf(id: number): { note?: string } {
  const codes = records.get(id)?.codes.filter((code) => /^(ORPHA:\d+|[A-Z]\d\d.*|NCT\d+)$/.test(code)) ?? [];
  return codes.length > 0 ? { note: codes.slice(0, 3).join(' · ') } : {};
}

async function take(text: string, rest: number): Promise<void> {
  const read = readShard(text);
  for (let from = 0; from < read.length; from += portion) {
    const some = read.slice(from, from + portion);
    for (const record of some) records.set(record.id, record);
    index.put(some);
    // Questions that came meanwhile are answered between two portions.
    await new Promise((resolve) => setTimeout(resolve));
  }
  left = rest;
  if (early) answer(early);
  early = undefined;
  post({ type: 'taken' });
}
