import { setTimeout as pause } from 'node:timers/promises';
import { getKind, type AnyRecord } from '#domain/kinds/index.ts';
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

/** A record that does not fit its kind, by kind, id and field: it stops the publication before any page is made of it. */
export class UnfitRecord extends Error {
  override name = 'UnfitRecord';
}

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
        if (change.action === 'put') write.put(checked(change.record));
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

function checked(record: AnyRecord): AnyRecord {
  const { name, fields } = getKind(record.kind);
  const given = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, record[field]]));
  const { error } = fields.safeParse(given);
  const issue = error?.issues[0];
  if (issue) throw new UnfitRecord(`${name} ${record.id}: ${issue.path.join('.')}: ${issue.message}`);
  return record;
}

async function followTerms(snapshot: WritableSnapshot, api: string): Promise<void> {
  for (const vocabulary of vocabularies) {
    const items = await ask<{ id: string; value: string }[]>(api, `/api/dict/${vocabulary}`);
    const found: Term[] = items.map(({ id, value }) => ({ code: id, title: value }));
    snapshot.change((write) => write.putTerms(vocabulary, found));
  }
}

/** An API under load asks to come again later, and says when. */
async function ask<T>(api: string, path: string, triesLeft = 10): Promise<T> {
  const response = await fetch(new URL(path, api));
  if (response.status === 503 && triesLeft > 0) {
    await response.body?.cancel();
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
    return ask(api, path, triesLeft - 1);
  }
  const answer = (await response.json()) as { status: string; data: T };
  if (answer.status !== 'success') throw new Error(`${path} answered ${response.status}`);
  return answer.data;
}
