import { DatabaseSync } from 'node:sqlite';
import { cacheTags } from './cache-tags.ts';
import { openMemory } from './memory.ts';
import { trackTag } from './collect-tags.ts';
import { readBlocks, type Blocks } from './reading/blocks.ts';
import { readFacets, type Facets } from './reading/facets.ts';
import { readLinks, type Links } from './reading/links.ts';
import { readLists, type ListReader } from './reading/lists.ts';
import { readValues, type SharedValues } from './reading/values.ts';
import { readPictures, type Pictures } from './reading/pictures.ts';
import { readRecords, type Records } from './reading/records.ts';
import { statementsOf } from './reading/statements.ts';

/**
 * Local replica of the published catalogue, shaped for pages. It follows `GET /api/changes`; pages never read
 * the server's database. Every read records a cache tag.
 */
export interface Replica extends Records, Blocks, ListReader, Facets, Links, SharedValues, Pictures {
  close(): void;
}

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
  let last: { id: number; byKind: Map<string, number[]> } | undefined;
  return {
    to(id: number): ReadonlyMap<string, number[]> {
      if (last?.id === id) return last.byKind;
      const byKind = new Map<string, number[]>();
      for (const { kind, source } of read.all(id) as { kind: string; source: number }[])
        byKind
          .set(kind, byKind.get(kind) ?? [])
          .get(kind)!
          .push(source);
      last = { id, byKind };
      return byKind;
    },
    forget: () => void (last = undefined),
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
export function replicaQueries(database: DatabaseSync): Replica {
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
