import { getKind, type AnyRecord } from '#domain/kinds/index.ts';
import { mediaIn } from '#domain/media.ts';
import type { PublicationTrouble } from '#domain/publication.ts';
import type { WritableReplica } from './writable-replica.ts';
import type { CatalogueSource } from './source.ts';

export interface FollowedChanges {
  /** The last change that the replica holds. */
  seq: number;
  /** Changed records with their former state, `undefined` for new ones. */
  changed: Map<number, { kind: string; before: AnyRecord | undefined }>;
}

/** The replica belongs to another database than the source. */
export class ForeignCopy extends Error {}

/** A record kept in its former state: it is invalid, or its page failed to render. */
export interface Quarantined extends PublicationTrouble {
  record: number;
}

/** Dictionaries whose titles pages show. */
const vocabularies = ['subject', 'therapeuticarea', 'specialization'];

/** Records that the replica keeps in a former state. */
export function quarantineOf(snapshot: WritableReplica): Quarantined[] {
  return (snapshot.note('quarantine') as Quarantined[] | undefined) ?? [];
}

/** Brings a replica up to date with its source. When the source fails midway, the changes so far are kept. */
export async function follow(
  snapshot: WritableReplica,
  source: CatalogueSource,
  onProgress?: (done: number, total: number) => void,
): Promise<FollowedChanges> {
  let { seq, terms } = (snapshot.note('position') ?? { seq: 0, terms: -1 }) as { seq: number; terms: number };
  const changed: FollowedChanges['changed'] = new Map();
  const quarantine = new Map(quarantineOf(snapshot).map((one) => [one.record, one]));
  let pending = source.news(seq);
  for (;;) {
    const news = await pending;
    if (news.last < seq) throw new ForeignCopy(`The copy holds change ${seq}, the source knows ${news.last}`);
    if (terms !== news.terms_version) {
      await followTerms(snapshot, source);
      terms = news.terms_version;
    }
    seq = Math.max(seq, news.next);
    const { notes } = news;
    if (!notes) {
      // The next batch loads while this one is written.
      pending = source.news(seq);
      pending.catch(() => undefined);
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
  return { seq, changed };
}

/** Fetches pictures and documents before the records that link to them. */
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

/** What pages cannot draw. A value that only breaks a rule, as an end before its beginning, was accepted by an earlier edition. */
function problemOf(record: AnyRecord): Quarantined | undefined {
  const { fields } = getKind(record.kind);
  const given = Object.fromEntries(Object.keys(fields.shape).map((field) => [field, record[field]]));
  const issue = fields.safeParse(given).error?.issues.find(({ code }) => code !== 'custom');
  return (
    issue && {
      record: record.id,
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
