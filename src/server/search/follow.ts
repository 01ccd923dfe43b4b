import { idsOf } from '../database/chunks.ts';
import { getKind, kinds } from '#domain/kinds/index.ts';
import { clinicalCase } from '#domain/kinds/case.ts';
import { searchRecordOf } from '#domain/search-record.ts';
import { SearchIndex } from '#domain/search/index.ts';
import { searchRecordOfCase } from '../cases/finder.ts';
import { followChanges, type ChangedRow } from '../catalogue/follower.ts';
import { publicRecordOf } from '../catalogue/stored.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';

/** Two indexes, public and for doctors: public results cannot depend on text for doctors. */
export interface Indexes {
  open: SearchIndex;
  closed: SearchIndex;
}

/** Records reweighted because of new links. */
const maxLinked = 500;
/** A request waits for this many changes at most; a large import is indexed in the background. */
const worthWaiting = 500;

/** Search indexes that follow the numbered changes. */
export class Followed {
  readonly #db: ReadDatabase;
  readonly #indexes: Indexes = { open: new SearchIndex(), closed: new SearchIndex() };
  readonly #catchUp: (maxLag: number) => Promise<void>;
  #isFilled = false;

  constructor(db: ReadDatabase) {
    this.#db = db;
    this.#catchUp = followChanges(db, {
      portion: 100,
      take: (rows) => this.#take(rows),
      end: async (since, last) => {
        await this.#takeCases(since, last);
        this.#isFilled = true;
      },
    });
  }

  /** The current indexes, or slightly older ones during a large import. */
  async current(): Promise<Indexes> {
    await this.#catchUp(worthWaiting);
    return this.#indexes;
  }

  /** Cases are not records but share the sequence of changes. */
  async #takeCases(since: number, last: number): Promise<void> {
    const rows = await this.#db
      .selectFrom('cases')
      .selectAll()
      .where('changed_seq', '>', since)
      .where('changed_seq', '<=', last)
      .execute();
    for (const row of rows) if (row.published === 0) this.#indexes.closed.remove(clinicalCase.name, row.id);
    this.#indexes.closed.put(rows.filter(({ published }) => published === 1).map(searchRecordOfCase));
  }

  async #take(changed: readonly ChangedRow[]): Promise<void> {
    for (const { id, kind, state } of changed)
      if (state !== 'published') this.#indexOf(kind).remove(kind, id);
    const published = await this.#read(changed.filter(({ state }) => state === 'published'));
    const filling = this.#isFilled
      ? await this.#linkedFrom(published.filter(({ kind }) => openKinds.includes(kind)))
      : [];
    const inbound = await this.#inbound([...published, ...filling]);
    for (const kind of kinds) {
      const records = [...filling, ...published].filter((row) => row.kind === kind.name);
      this.#indexOf(kind.name).put(
        records.map((row) => searchRecordOf(kind, publicRecordOf(row), inbound.get(row.id) ?? 0)),
      );
    }
  }

  async #read(rows: readonly ChangedRow[]): Promise<RecordRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return this.#db
      .selectFrom('records')
      .selectAll()
      .where('id', 'in', ids)
      .where('state', '=', 'published')
      .orderBy('changed_seq')
      .execute();
  }

  async #linkedFrom(rows: readonly RecordRow[]): Promise<RecordRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return this.#db
      .selectFrom('records')
      .selectAll()
      .where('state', '=', 'published')
      .where('id', 'in', (query) => query.selectFrom('links').select('to_id').where('from_id', 'in', ids))
      .limit(maxLinked)
      .execute();
  }

  async #inbound(rows: readonly RecordRow[]): Promise<Map<number, number>> {
    if (rows.length === 0) return new Map();
    const counts = await this.#db
      .selectFrom('links')
      .innerJoin('records', 'records.id', 'links.from_id')
      .select((eb) => ['links.to_id', eb.fn.countAll<number | string>().as('count')])
      .where('records.state', '=', 'published')
      .where('records.kind', 'in', openKinds)
      .where('links.to_id', 'in', idsOf(rows))
      .groupBy('links.to_id')
      .execute();
    return new Map(counts.map(({ to_id, count }) => [to_id, Number(count)]));
  }

  #indexOf(kind: string): SearchIndex {
    return getKind(kind).readers === 'doctors' ? this.#indexes.closed : this.#indexes.open;
  }
}

const openKinds = kinds.filter(({ readers }) => readers === 'anyone').map(({ name }) => name);
