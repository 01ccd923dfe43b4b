import type { AnyRecord } from '#domain/kinds/index.ts';
import type { Term, WritableSnapshot } from './snapshot.ts';

/** The answer of `GET /api/changes`. */
interface Changes {
  items: (
    | { seq: number; kind: string; id: number; action: 'put'; record: AnyRecord }
    | { seq: number; kind: string; id: number; action: 'remove' }
  )[];
  next: number;
  last: number;
  terms_version: number;
}

/** How far a copy has come: the number of the last change and of the dictionaries' edition it holds. */
export interface Position {
  seq: number;
  terms: number;
}

export interface Followed extends Position {
  /** Records that were put or removed on the way. */
  changed: number;
}

/** The copy was made from another database than the one behind the API. */
export class ForeignCopy extends Error {}

/** Dictionaries whose codes pages turn into words. */
const vocabularies = ['subject', 'therapeuticarea', 'specialization'];
/** Answers that pages need whole. */
const notes = { home: '/api/page/home', navigation: '/api/navigation' };

export function positionOf(snapshot: WritableSnapshot): Position {
  return (snapshot.note('position') as Position | undefined) ?? { seq: 0, terms: -1 };
}

/** Brings a copy up to date with the API. Throws when the API fails midway; what has arrived until then is kept and true. */
export async function follow(
  snapshot: WritableSnapshot,
  api: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Followed> {
  let { seq, terms } = positionOf(snapshot);
  let changed = 0;
  for (;;) {
    const changes = await ask<Changes>(api, `/api/changes?since=${seq}&page_size=500`);
    if (changes.last < seq)
      throw new ForeignCopy(`The copy holds change ${seq}, the API knows ${changes.last}`);
    if (terms !== changes.terms_version) {
      await followTerms(snapshot, api);
      terms = changes.terms_version;
    }
    seq = Math.max(seq, changes.next);
    snapshot.change((write) => {
      for (const change of changes.items) {
        if (change.action === 'put') write.put(change.record);
        else write.remove(change.id);
      }
      write.putNote('position', { seq, terms });
    });
    changed += changes.items.length;
    onProgress(seq, changes.last);
    if (changes.items.length === 0 || seq >= changes.last) break;
  }
  for (const [key, path] of Object.entries(notes)) {
    const answer = await ask<unknown>(api, path);
    snapshot.change((write) => write.putNote(key, answer));
  }
  return { seq, terms, changed };
}

async function followTerms(snapshot: WritableSnapshot, api: string): Promise<void> {
  for (const vocabulary of vocabularies) {
    const items = await ask<{ id: string; value: string }[]>(api, `/api/dict/${vocabulary}`);
    const found: Term[] = items.map(({ id, value }) => ({ code: String(id), title: value }));
    snapshot.change((write) => write.putTerms(vocabulary, found));
  }
}

async function ask<T>(api: string, path: string): Promise<T> {
  const response = await fetch(new URL(path, api));
  const answer = (await response.json()) as { status: string; data: T };
  if (answer.status !== 'success') throw new Error(`${path} answered ${response.status}`);
  return answer.data;
}
