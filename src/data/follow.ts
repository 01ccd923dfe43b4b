import { getKind, type AnyRecord } from '#domain/kinds/index.ts';
import { mediaIn } from '#domain/media.ts';
import type { WritableReplica } from './writable-replica.ts';
import type { CatalogueSource } from './source.ts';

/** How far a copy has come: the number of the last change and of the dictionaries' edition it holds. */
interface Position {
  seq: number;
  terms: number;
}

export interface FollowedChanges extends Position {
  /** Records that were put or removed on the way; what they were before, `undefined` for new ones. */
  changed: Map<number, { kind: string; before: AnyRecord | undefined }>;
}

/** The copy was made from another database than the one behind the source. */
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

function positionOf(snapshot: WritableReplica): Position {
  return (snapshot.note('position') as Position | undefined) ?? { seq: 0, terms: -1 };
}

/** What the copy keeps in an older state than its source has. */
export function quarantineOf(snapshot: WritableReplica): Quarantined[] {
  return (snapshot.note('quarantine') as Quarantined[] | undefined) ?? [];
}

interface FollowOptions {
  onProgress?: (done: number, total: number) => void;
}

/**
 * Brings a copy up to date with its source. Throws when the source fails midway; what has arrived until then is kept and
 * true. `isNewDay`: terms have come to an end, even if nobody has changed anything.
 */
export async function follow(
  snapshot: WritableReplica,
  source: CatalogueSource,
  { onProgress }: FollowOptions = {},
): Promise<FollowedChanges> {
  const start = positionOf(snapshot);
  let { seq, terms } = start;
  const changed: FollowedChanges['changed'] = new Map();
  const quarantine = new Map(quarantineOf(snapshot).map((one) => [one.record, one]));
  let asking = source.news(seq);
  for (;;) {
    const news = await asking;
    if (news.last < seq) throw new ForeignCopy(`The copy holds change ${seq}, the source knows ${news.last}`);
    if (terms !== news.terms_version) {
      await followTerms(snapshot, source);
      terms = news.terms_version;
    }
    seq = Math.max(seq, news.next);
    const { notes } = news;
    if (!notes) {
      // The next ones are read while these are written, where the source is another thread or another machine.
      asking = source.news(seq);
      asking.catch(() => undefined);
    }
    await followPictures(snapshot, source, mediaIn(JSON.stringify([news.items, notes?.navigation])));
    snapshot.change((write) => {
      for (const change of news.items) {
        if (!changed.has(change.id))
          changed.set(change.id, { kind: change.kind, before: snapshot.record(change.kind, change.id) });
        quarantine.delete(change.id);
        if (change.record) {
          const unfit = problemOf(change.record);
          if (unfit) quarantine.set(change.id, unfit);
          else write.put(change.record);
        } else {
          const { address, successor = null } = change;
          write.remove(change.id, address === undefined ? undefined : { address, successor });
        }
      }
      for (const [key, value] of Object.entries(notes ?? {})) write.putNote(key, value);
      write.putNote('quarantine', [...quarantine.values()]);
      write.putNote('position', { seq, terms });
    });
    onProgress?.(seq, news.last);
    if (notes) break;
  }
  return { seq, terms, changed };
}

/** Brings pictures and documents one by one, before what shows them or leads to them. */
async function followPictures(
  snapshot: WritableReplica,
  source: CatalogueSource,
  files: ReadonlySet<string>,
): Promise<void> {
  for (const file of new Set([...files, ...snapshot.mediaWanted()])) {
    const bytes = snapshot.picture(file) ? undefined : await source.picture(file);
    if (bytes) snapshot.change((write) => write.putPicture(file, bytes));
  }
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

async function followTerms(snapshot: WritableReplica, source: CatalogueSource): Promise<void> {
  for (const vocabulary of vocabularies) {
    const found = await source.terms(vocabulary);
    snapshot.change((write) => write.putTerms(vocabulary, found));
  }
}
