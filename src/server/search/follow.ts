import { setImmediate as nextTurn } from 'node:timers/promises';
import { getKind, kinds } from '#domain/kinds/index.ts';
import { clinicalCase } from '#domain/kinds/case.ts';
import { searchRecordOf } from '#domain/searched.ts';
import { SearchIndex } from '#domain/search/index.ts';
import { searchedCase } from '../cases/searched.ts';
import { numbers } from '../catalogue/changes.ts';
import { publicRecordOf } from '../catalogue/open.ts';
import type { Reading } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';

/**
 * Records that everybody may read and those for doctors lie in two indexes: what a stranger is answered cannot depend
 * on a word that only a doctor may read.
 */
export interface Indexes {
  open: SearchIndex;
  closed: SearchIndex;
}

/** Records that are taken in at once: what is asked meanwhile is answered between two portions. */
const portion = 100;
/** Records that are weighed anew because these link to them. */
const mostLinked = 500;
/** A reader waits for so many changes to be taken in; an import of thousands goes on behind. */
const worthWaiting = 500;

/** Indexes over the published records, kept current from the numbered changes. */
export class Followed {
  readonly #db: Reading;
  readonly #indexes: Indexes = { open: new SearchIndex(), closed: new SearchIndex() };
  /** Number of the last change that the indexes hold; none before the first filling. */
  #known = 0;
  #isFilled = false;
  #following: Promise<void> | undefined;

  constructor(db: Reading) {
    this.#db = db;
  }

  /** The indexes as of now, or, while very many changes come in, as of a moment ago. */
  async current(): Promise<Indexes> {
    const { change } = await numbers(this.#db);
    if (this.#isFilled && change === this.#known) return this.#indexes;
    const following = (this.#following ??= this.#follow(change).finally(() => (this.#following = undefined)));
    if (!this.#isFilled || change - this.#known <= worthWaiting) await following;
    else following.catch(() => undefined);
    return this.#indexes;
  }

  async #follow(last: number): Promise<void> {
    for (let from = this.#known; ;) {
      const rows = await this.#db
        .selectFrom('records')
        .selectAll()
        .where('changed_seq', '>', from)
        .where('changed_seq', '<=', last)
        .orderBy('changed_seq')
        .limit(portion)
        .execute();
      await this.#take(rows);
      if (rows.length < portion) break;
      from = rows.at(-1)!.changed_seq!;
      await nextTurn();
    }
    await this.#takeCases(last);
    this.#known = last;
    this.#isFilled = true;
  }

  /** Cases are no records; they take their numbers from the same row of changes. */
  async #takeCases(last: number): Promise<void> {
    const rows = await this.#db
      .selectFrom('cases')
      .selectAll()
      .where('changed_seq', '>', this.#known)
      .where('changed_seq', '<=', last)
      .execute();
    for (const row of rows) if (row.published === 0) this.#indexes.closed.remove(clinicalCase.name, row.id);
    this.#indexes.closed.put(rows.filter(({ published }) => published === 1).map(searchedCase));
  }

  async #take(rows: readonly RecordRow[]): Promise<void> {
    const published = rows.filter(({ state }) => state === 'published');
    for (const row of rows) if (row.state !== 'published') this.#indexOf(row.kind).remove(row.kind, row.id);
    const again = this.#isFilled
      ? await this.#linkedFrom(published.filter(({ kind }) => openKinds.includes(kind)))
      : [];
    const inbound = await this.#inbound([...published, ...again]);
    for (const kind of kinds) {
      const records = [...again, ...published].filter((row) => row.kind === kind.name);
      this.#indexOf(kind.name).put(
        records.map((row) => searchRecordOf(kind, publicRecordOf(row), inbound.get(row.id) ?? 0)),
      );
    }
  }

  /** Records that matter more now, because these link to them. */
  async #linkedFrom(rows: readonly RecordRow[]): Promise<RecordRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return this.#db
      .selectFrom('records')
      .selectAll()
      .where('state', '=', 'published')
      .where('id', 'in', (query) => query.selectFrom('links').select('to_id').where('from_id', 'in', ids))
      .limit(mostLinked)
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
      .where(
        'links.to_id',
        'in',
        rows.map(({ id }) => id),
      )
      .groupBy('links.to_id')
      .execute();
    return new Map(counts.map(({ to_id, count }) => [to_id, Number(count)]));
  }

  #indexOf(kind: string): SearchIndex {
    return getKind(kind).readers === 'doctors' ? this.#indexes.closed : this.#indexes.open;
  }
}

const openKinds = kinds.filter(({ readers }) => readers === 'anyone').map(({ name }) => name);
