import { currentShape } from '#domain/kinds/current-shape.ts';
import { getKind, publicKinds, type AnyRecord } from '#domain/kinds/index.ts';
import { searchRecordOf } from '#domain/search-record.ts';
import { SearchIndex } from '#domain/search/index.ts';
import { surest } from '#domain/search/match-quality.ts';
import { chunks, idsOf } from '../database/chunks.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';

const deskKinds = publicKinds.map(({ name }) => name);
const maxResults = 500;

/**
 * Record ids for an editor's query, best first: public search, and the same over drafts and archived records.
 * An exact id or identifier comes first.
 */
export async function findForDesk(
  { db, publicSearch, unpublishedIndex }: Pick<Context, 'db' | 'publicSearch' | 'unpublishedIndex'>,
  { query, kind }: { query: string; kind?: string },
): Promise<number[]> {
  const kinds = kind === undefined ? deskKinds : [kind];
  const scope = { groups: new Set(kinds), perGroup: maxResults };
  const [open, unpublished] = [await publicSearch.index(), await unpublishedIndex.current(db)];
  const answers = surest(open.search(query, scope), unpublished.search(query, scope));
  const hits = answers.flatMap((answer) => answer.hits);
  const ids = hits.toSorted((a, b) => b.score - a.score).map(({ id }) => id);
  return [...new Set([...(await idsNamed(db, query.trim(), kinds)), ...ids])];
}

async function idsNamed(db: ReadDatabase, query: string, kinds: readonly string[]): Promise<number[]> {
  const schemes = kinds.flatMap((kind) => getKind(kind).external?.scheme ?? []);
  const rows = await db
    .selectFrom('records')
    .select(['id', 'external'])
    .where('kind', 'in', kinds)
    .where((eb) =>
      eb.or([
        eb('external', 'in', [query, ...schemes.map((scheme) => `${scheme}:${query}`)]),
        eb('code', '=', query),
        ...(/^\d{1,9}$/.test(query) ? [eb('id', '=', Number(query))] : []),
      ]),
    )
    .execute();
  // «355» is asked for ORPHA:355 more often than for our number 355.
  const isOwn = (id: number, external: string | null) =>
    String(id) === query && !schemes.some((scheme) => external === `${scheme}:${query}`);
  return rows
    .toSorted((one, other) => Number(isOwn(one.id, one.external)) - Number(isOwn(other.id, other.external)))
    .map(({ id }) => id);
}

export class UnpublishedIndex {
  readonly #index = new SearchIndex();
  /** Record → kind and indexed versions. */
  readonly #held = new Map<number, { kind: string; version: string }>();

  async current(db: ReadDatabase): Promise<SearchIndex> {
    const standing = await db
      .selectFrom('records as r')
      .leftJoin('drafts as d', 'd.record_id', 'r.id')
      .where('r.kind', 'in', deskKinds)
      .where((eb) => eb.or([eb('r.state', '!=', 'published'), eb('d.record_id', 'is not', null)]))
      .select(['r.id', 'r.kind', 'r.version', 'd.version as drafted'])
      .execute();
    const versions = new Map(
      standing.map(({ id, kind, version, drafted }) => [id, { kind, version: `${version} ${drafted ?? 0}` }]),
    );
    for (const [id, { kind }] of this.#held)
      if (!versions.has(id) && this.#held.delete(id)) this.#index.remove(kind, id);
    const changed = standing.filter(({ id }) => this.#held.get(id)?.version !== versions.get(id)?.version);
    for (const some of chunks(changed, 500)) {
      const rows = await db
        .selectFrom('records as r')
        .leftJoin('drafts as d', 'd.record_id', 'r.id')
        .where('r.id', 'in', idsOf(some))
        .select(['r.id', 'r.kind', 'r.data', 'd.data as drafted'])
        .execute();
      this.#index.put(
        rows.map(({ id, kind, data, drafted }) =>
          searchRecordOf(getKind(kind), currentShape(getKind(kind), wordsOf(id, data, drafted)), 0),
        ),
      );
      for (const { id } of some) this.#held.set(id, versions.get(id)!);
    }
    return this.#index;
  }
}

/** A draft without a title is found by its record's. */
function wordsOf(id: number, data: string, drafted: string | null): AnyRecord {
  const stored = JSON.parse(data) as AnyRecord;
  const draft = drafted === null ? stored : (JSON.parse(drafted) as AnyRecord);
  return { ...draft, id, title: draft.title || stored.title || '' };
}
