import { setImmediate as leave, setTimeout as pause } from 'node:timers/promises';
import { getKind, type AnyRecord } from '#domain/kinds/index.ts';
import type { WritableSnapshot } from './copy.ts';
import type { Term } from './snapshot.ts';

/** The answer of `GET /api/changes`. */
interface Changes {
  items: (
    | { seq: number; kind: string; id: number; action: 'put'; record: AnyRecord }
    | { seq: number; kind: string; id: number; action: 'remove'; address?: string; successor?: string }
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
  /** Records that were put or removed on the way; what they were before, `undefined` for new ones. */
  changed: Map<number, { kind: string; before: AnyRecord | undefined }>;
}

/** Copies whose notes are known to be as new as their records: a program before this one may have died between the two. */
const asked = new WeakSet<WritableSnapshot>();

/** The copy was made from another database than the one behind the API. */
export class ForeignCopy extends Error {}

/** A record that is not shown as it is now: it does not fit its kind, or no page can be made of it. The copy keeps what it was. */
export interface Quarantined {
  record: number;
  kind: string;
  title: string;
  field: string | null;
  message: string;
  /** The page that could not be rendered; none where the record itself is unfit. */
  address: string | null;
}

/** Dictionaries whose codes pages turn into words. */
const vocabularies = ['subject', 'therapeuticarea', 'specialization'];

export function positionOf(snapshot: WritableSnapshot): Position {
  return (snapshot.note('position') as Position | undefined) ?? { seq: 0, terms: -1 };
}

/** What the copy keeps in an older state than the API has. */
export function quarantineOf(snapshot: WritableSnapshot): Quarantined[] {
  return (snapshot.note('quarantine') as Quarantined[] | undefined) ?? [];
}

/** Brings a copy up to date with the API. Throws when the API fails midway; what has arrived until then is kept and true. */
export async function follow(
  snapshot: WritableSnapshot,
  api: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Followed> {
  const start = positionOf(snapshot);
  let { seq, terms } = start;
  const changed: Followed['changed'] = new Map();
  let notes: Promise<Notes> | undefined;
  const quarantine = new Map(quarantineOf(snapshot).map((one) => [one.record, one]));
  for (;;) {
    const changes = await ask<Changes>(api, `/api/changes?since=${seq}&page_size=500`);
    if (changes.last < seq)
      throw new ForeignCopy(`The copy holds change ${seq}, the API knows ${changes.last}`);
    if (terms !== changes.terms_version) {
      await followTerms(snapshot, api);
      terms = changes.terms_version;
    }
    const isNews = changes.items.length > 0 || changes.next > seq || start.terms !== terms;
    seq = Math.max(seq, changes.next);
    const isLast = changes.items.length === 0 || seq >= changes.last;
    // The counters of closed kinds and the menus move with the numbers of changes. They come while the copy is written.
    if (isLast && (seq !== start.seq || terms !== start.terms || !asked.has(snapshot))) {
      notes = askNotes(api);
      notes.catch(() => undefined);
      // The questions leave before the copy keeps this thread busy.
      await leave();
    }
    if (isNews)
      snapshot.change((write) => {
        for (const change of changes.items) {
          if (!changed.has(change.id))
            changed.set(change.id, {
              kind: change.kind,
              before: snapshot.record(change.kind, change.id),
            });
          quarantine.delete(change.id);
          if (change.action === 'put') {
            const unfit = problemOf(change.record);
            if (unfit) quarantine.set(change.id, unfit);
            else write.put(change.record);
          } else {
            const { address, successor = null } = change;
            write.remove(change.id, address === undefined ? undefined : { address, successor });
          }
        }
        write.putNote('quarantine', [...quarantine.values()]);
        write.putNote('position', { seq, terms });
      });
    onProgress(seq, changes.last);
    if (isLast) break;
  }
  if (notes) {
    const found = Object.entries(await notes);
    snapshot.change((write) => found.forEach(([key, value]) => write.putNote(key, value)));
  }
  asked.add(snapshot);
  return { seq, terms, changed };
}

/** Answers that pages need whole. */
interface Notes {
  /** How many cases doctors can read, and of which areas of medicine they are. */
  cases: number;
  topics: string[];
  navigation: unknown;
  /** The day by the clock of the API, 2026-11-22: pages read no clock, and terms come to an end. */
  today: string;
}

async function askNotes(api: string): Promise<Notes> {
  const [{ total, topics }, navigation] = await Promise.all([
    ask<{ total: number; topics: string[] }>(api, '/api/cases/teaser'),
    answerTo(api, '/api/navigation'),
  ]);
  const today = new Date(navigation.headers.get('date') ?? 0).toISOString().slice(0, 10);
  return { cases: total, topics, navigation: await dataOf(navigation), today };
}

function problemOf(record: AnyRecord): Quarantined | undefined {
  const { name, fields } = getKind(record.kind);
  const given = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, record[field]]));
  const issue = fields.safeParse(given).error?.issues[0];
  return (
    issue && {
      record: record.id,
      kind: name,
      title: record.title,
      field: String(issue.path[0] ?? '') || null,
      message: `${issue.path.join('.')}: ${issue.message}`,
      address: null,
    }
  );
}

async function followTerms(snapshot: WritableSnapshot, api: string): Promise<void> {
  for (const vocabulary of vocabularies) {
    const items = await ask<{ id: string; value: string }[]>(api, `/api/dict/${vocabulary}`);
    const found: Term[] = items.map(({ id, value }) => ({ code: id, title: value }));
    snapshot.change((write) => write.putTerms(vocabulary, found));
  }
}

const ask = async <T>(api: string, path: string): Promise<T> => dataOf<T>(await answerTo(api, path));

/** An API under load asks to come again later, and says when; a connection that broke is no answer either. */
async function answerTo(api: string, path: string, triesLeft = 10): Promise<Response> {
  const response = await fetch(new URL(path, api)).catch((error: unknown) => {
    if (triesLeft === 0 || !isCut(error)) throw error;
  });
  if (!response) {
    await pause(100);
    return answerTo(api, path, triesLeft - 1);
  }
  if (response.status === 503 && triesLeft > 0) {
    await response.body?.cancel();
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
    return answerTo(api, path, triesLeft - 1);
  }
  return response;
}

async function dataOf<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as { status: string; data: T };
  if (answer.status !== 'success') {
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}`);
  }
  return answer.data;
}

/** A kept connection may be closed by the server in the moment in which it is used again. */
function isCut(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}
