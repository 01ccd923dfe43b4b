import { DatabaseSync } from 'node:sqlite';
import { cardOf, getKind, withComputed, type AnyRecord } from '#domain/kinds/index.ts';
import { cacheTags } from './cache-tags.ts';
import { trackTag } from './collect-tags.ts';
import { readBlocks } from './reading/blocks.ts';
import { readFacets, readLists } from './reading/lists.ts';
import { readValues } from './reading/values.ts';
import { pickFields, readLinks, readRecords } from './reading/records.ts';
import { statementsOf, type Statements } from './database.ts';

/**
 * Local replica of the published catalogue, shaped for pages. It follows `GET /api/changes`; pages never read
 * the server's database. Every read records a cache tag.
 */
export type Replica = ReturnType<typeof replicaQueries>;

export interface ReadReplica extends Replica {
  /** Drops cached reads of these tags, or of all. */
  forget(facts?: ReadonlySet<string>): void;
  /** Whether it has been written since the last call. */
  hasNews(): boolean;
}

/** Opens a replica for reading: `:memory:` or a file made by `openForWriting`. */
export function openReplica(file: string): ReadReplica {
  const database = new DatabaseSync(file, { readOnly: true });
  const snapshot = replicaQueries(database);
  const readVersion = database.prepare('pragma data_version');
  /** Changes when another connection has written. */
  const version = () => (readVersion.get() as { data_version: number }).data_version;
  let seen = version();
  const { remembering, forget } = openMemory();
  const linked = linkedInOneReading(database);
  let today = '';
  // Ancestors, rules and forms are read by many pages, field by field.
  const field = remembering(
    (kind: string, id: number, name: string) => frozen(snapshot.fields(kind, id, [name])),
    (_, id, name) => cacheTags.field(id, name),
  );
  return {
    ...snapshot,
    fields(kind, id, names) {
      const found = names.map((name) => field(kind, id, name));
      return found.includes(undefined) ? undefined : Object.assign({}, ...found);
    },
    linking(id, kind) {
      trackTag(cacheTags.linking(id, kind));
      return linked.to(id).get(kind) ?? [];
    },
    note: remembering(snapshot.note, cacheTags.note),
    term: remembering(snapshot.term, cacheTags.term),
    terms: remembering(snapshot.terms, cacheTags.terms),
    letters: remembering(snapshot.letters, cacheTags.letters),
    values: remembering(snapshot.values, cacheTags.values),
    todayAgainst(until) {
      trackTag(cacheTags.deadline(until));
      return (today ||= snapshot.todayAgainst(until));
    },
    having: remembering(snapshot.having, cacheTags.having),
    occurs: remembering(snapshot.occurs, cacheTags.occurs),
    total: remembering(snapshot.total, cacheTags.total),
    pages: remembering(snapshot.pages, cacheTags.pages),
    card: remembering(
      (kind: string, id: number) => {
        const card = snapshot.card(kind, id);
        return card && frozen(card);
      },
      (_, id) => cacheTags.card(id),
      // A card includes its `updated_at`.
      (_, id) => cacheTags.changedAt(id),
    ),
    forget(invalidated) {
      today = '';
      linked.forget();
      forget(invalidated);
    },
    hasNews() {
      const before = seen;
      seen = version();
      return seen !== before;
    },
  };
}

/** Incoming links of a record are loaded once for all kinds. */
function linkedInOneReading(database: DatabaseSync) {
  const read = database.prepare(
    `select l.kind, l.source from link l join record r on r.id = l.source
     where l.target = ? order by r.place, r.id`,
  );
  const known = new Map<number, Map<string, number[]>>();
  return {
    to(id: number): ReadonlyMap<string, number[]> {
      const before = known.get(id);
      if (before) return before;
      const byKind = new Map<string, number[]>();
      for (const { kind, source } of read.all(id) as { kind: string; source: number }[])
        byKind
          .set(kind, byKind.get(kind) ?? [])
          .get(kind)!
          .push(source);
      if (known.size > maxCached) known.clear();
      known.set(id, byKind);
      return byKind;
    },
    forget: () => known.clear(),
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of Object.keys(value))
    // The getter of `updated_at` records a tag and must not run here.
    if (key !== 'updated_at') frozen((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
}

/** Reads of a replica, each with its tag. */
export function replicaQueries(database: DatabaseSync) {
  const statements = statementsOf(database);
  return {
    ...readRecords(statements),
    ...readBlocks(statements),
    ...readLists(statements),
    ...readFacets(statements),
    ...readLinks(statements),
    ...readValues(statements),
    ...readPictures(statements),
    close: () => database.close(),
  };
}

const maxCached = 50_000;

/** Caches replica reads by tag; each read records its tag. */
function openMemory() {
  // Pages repeat the same menus, titles, cards and counts; few tags change.
  const memories: Map<string, { of: string; value: unknown }>[] = [];
  return {
    /** A tag and the first argument, as the kind of a record, determine the value. */
    remembering<Arguments extends readonly [string, ...unknown[]], Result>(
      read: (...question: Arguments) => Result,
      factOf: (...question: Arguments) => string,
      /** The tag that always changes with the value, if it differs. */
      lastingFactOf = factOf,
    ) {
      const byFact = new Map<string, { of: string; value: unknown }>();
      memories.push(byFact);
      return (...question: Arguments): Result => {
        trackTag(factOf(...question));
        const fact = lastingFactOf(...question);
        const [of] = question;
        const known = byFact.get(fact);
        if (known?.of === of) return known.value as Result;
        if (byFact.size > maxCached) byFact.clear();
        const value = read(...question);
        byFact.set(fact, { of, value });
        return value;
      };
    },
    forget(invalidated: ReadonlySet<string> | undefined): void {
      for (const memory of memories)
        if (!invalidated) memory.clear();
        else for (const fact of invalidated) memory.delete(fact);
    },
  };
}

/** A view of the replica with one record replaced; the replica does not change. */
export function withDraft(snapshot: Replica, written: AnyRecord): Replica {
  const kind = getKind(written.kind);
  const draft = withComputed(kind, written);
  const isDraft = (name: string, id: number) => name === kind.name && id === draft.id;
  return {
    ...snapshot,
    record: (name, id) => (isDraft(name, id) ? draft : snapshot.record(name, id)),
    fields: (name, id, names) =>
      isDraft(name, id) ? pickFields(draft, names) : snapshot.fields(name, id, names),
    recordByCode: (name, code) =>
      name === kind.name && draft['code'] === code ? draft : snapshot.recordByCode(name, code),
    card: (name, id) => (isDraft(name, id) ? cardOf(kind, draft) : snapshot.card(name, id)),
  };
}

/** Files of pictures and documents that records and menus refer to. */
function readPictures({ rows, row }: Statements) {
  return {
    media() {
      trackTag(cacheTags.media());
      return rows<{ file: string }>(
        'select file from picture where file in (select file from named) order by file',
      ).map(({ file }) => file);
    },
    picture(file: string) {
      trackTag(cacheTags.picture(file));
      return row<{ bytes: Uint8Array }>('select bytes from picture where file = ?', file)?.bytes;
    },
    /** Files not fetched yet. */
    mediaWanted: () =>
      rows<{ file: string }>('select file from named where file not in (select file from picture)').map(
        ({ file }) => file,
      ),
  };
}
