import type { ImportMode } from '#domain/imports.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import { getKind, type KindName, type Source, type State } from '#domain/kinds/index.ts';
import { authorOf } from '../audit/content.ts';
import { slices } from '../catalogue/stored.ts';
import { findIds, writeRecords, type Draft } from '../catalogue/store.ts';
import { putTerms } from '../catalogue/terms.ts';
import type { Writing } from '../database/database.ts';
import type { DraftRow, ImportLine, ImportRow, RecordRow } from '../database/tables.ts';
import { noteDeed, nowOf, type Desk } from '../editors/desk.ts';
import { putDraft } from '../editors/drafts.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { firstProvisional } from './compare.ts';
import { changedBetween, digestOf } from './editors-words.ts';
import type { Fields } from './draft.ts';
import { namesOf, type RowPlan } from './journal.ts';
import { mergeSources } from './reconcile.ts';
import { deeperLinks, References } from './references.ts';

const batchSize = 100;

interface Taken {
  line: ImportLine;
  plan: RowPlan;
  chosen: Set<string>;
  found: RecordRow | undefined;
  draft: DraftRow | undefined;
}

/** What becomes of one line, as it is noted. */
type Outcome = Partial<
  Pick<ImportLine, 'result' | 'reason' | 'record_id' | 'version_after' | 'draft_version'>
>;

export interface Applied {
  applied: number;
  drafted: number;
  conflicts: number;
}

/**
 * Writes what was accepted, all in one transaction: new records, chosen fields of known ones, items of dictionaries.
 * A record that somebody has changed since the comparison is left as it is and told as a conflict.
 */
export async function applyImport(
  tx: Writing,
  {
    row,
    mode,
    desk,
    onProgress,
  }: {
    row: ImportRow;
    mode: ImportMode;
    desk: Desk;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<Applied> {
  const run = new Applying(tx, { row, mode, desk, withSecond: await secondEditorKinds(tx) });
  const { total } = await tx
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('import_id', '=', row.id)
    .where('choice', '=', 'accepted')
    .executeTakeFirstOrThrow();
  let done = 0;
  let after = -1;
  for (;;) {
    const lines = await tx
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', row.id)
      .where('choice', '=', 'accepted')
      .where('position', '>', after)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    if (lines.length === 0) break;
    await run.take(lines);
    after = lines.at(-1)?.position ?? after;
    done += lines.length;
    onProgress?.(done, Number(total));
  }
  await run.closeCircles();
  await rememberSkips(tx, row, nowOf(desk));
  const { counts } = run;
  await noteDeed(tx, desk, {
    deed: 'imported',
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: записано ${counts.applied}, в черновики ${counts.drafted}, в конфликте ${counts.conflicts}`,
  });
  return counts;
}

class Applying {
  readonly counts: Applied = { applied: 0, drafted: 0, conflicts: 0 };
  readonly #tx: Writing;
  readonly #row: ImportRow;
  readonly #mode: ImportMode;
  readonly #desk: Desk;
  /** Kinds that nobody publishes alone: their changes wait for another editor whatever was chosen. */
  readonly #withSecond: ReadonlySet<string>;
  readonly #references: References;
  /** Number that stood for a new record → its own. */
  readonly #ids = new Map<number, number>();
  /** New records that name records which were not yet there. */
  readonly #early: { id: number; kind: string; fields: Fields; position: number }[] = [];

  constructor(
    tx: Writing,
    more: { row: ImportRow; mode: ImportMode; desk: Desk; withSecond: ReadonlySet<string> },
  ) {
    this.#tx = tx;
    this.#row = more.row;
    this.#mode = more.mode;
    this.#desk = more.desk;
    this.#withSecond = more.withSecond;
    this.#references = new References(tx, more.row.format);
  }

  get #reason(): string {
    return `Импорт № ${this.#row.id}: ${this.#row.format}, ${this.#row.file_name}`;
  }

  async take(lines: readonly ImportLine[]): Promise<void> {
    const [terms, records] = [
      lines.filter(({ kind }) => kind === 'term'),
      lines.filter(({ kind }) => kind !== 'term'),
    ];
    await this.#takeTerms(terms);
    const taken = await this.#look(records);
    const ready: Taken[] = [];
    for (const one of taken) {
      const conflict = await this.#conflictOf(one);
      if (conflict) {
        this.counts.conflicts += 1;
        await this.#note(one.line, { result: 'conflict', reason: conflict });
      } else ready.push(one);
    }
    const { written = [], aside = [] } = Object.groupBy(ready, (one) =>
      this.#waits(one) ? 'aside' : 'written',
    );
    // What others name comes first; where records name each other in a circle, all at once.
    for (let rest = written; rest.length > 0;) {
      const whole = rest.filter((one) => !this.#patch(one).isEarly);
      const next = whole.length > 0 ? whole : rest;
      await this.#write(next);
      rest = rest.filter((one) => !next.includes(one));
    }
    for (const one of aside) await this.#putAside(one);
  }

  /** Whether the change goes into a draft: by choice, or because the kind needs a second editor. */
  #waits({ line, found }: Taken): boolean {
    return found?.state === 'published' && (this.#mode === 'drafts' || this.#withSecond.has(line.kind));
  }

  async #look(lines: readonly ImportLine[]): Promise<Taken[]> {
    const ids = lines.flatMap(({ record_id }) => (record_id === null ? [] : [record_id]));
    const found = new Map<number, RecordRow>();
    const drafts = new Map<number, DraftRow>();
    for (const some of slices(ids, 500)) {
      for (const one of await this.#tx.selectFrom('records').selectAll().where('id', 'in', some).execute())
        found.set(one.id, one);
      for (const one of await this.#tx
        .selectFrom('drafts')
        .selectAll()
        .where('record_id', 'in', some)
        .execute())
        drafts.set(one.record_id, one);
    }
    return lines.map((line) => ({
      line,
      plan: JSON.parse(line.plan) as RowPlan,
      chosen: new Set(JSON.parse(line.chosen) as string[]),
      found: line.record_id === null ? undefined : found.get(line.record_id),
      draft: line.record_id === null ? undefined : drafts.get(line.record_id),
    }));
  }

  /** Why it is left alone: somebody has been at the record since it was compared. */
  async #conflictOf({ line, plan, chosen, found, draft }: Taken): Promise<string | undefined> {
    if (line.record_id === null) {
      const kind = line.kind as KindName;
      const known = plan.external
        ? (await findIds(this.#tx, kind, [plan.external])).has(plan.external)
        : await this.#references.byTitle(kind, line.title);
      return known ? 'Такая запись тем временем появилась. Сверьте файл заново.' : undefined;
    }
    if (!found || found.version !== line.version_before)
      return 'Запись тем временем изменили. Сверьте файл заново, чтобы увидеть обе правки.';
    if (!draft) return undefined;
    if (this.#waits({ line, plan, chosen, found, draft }))
      return 'Над записью работает редактор: у неё начатая правка.';
    const drafted = changedBetween(found.data, draft.data);
    return [...chosen].some((field) => drafted.has(field))
      ? 'Те же поля меняет начатая правка редактора.'
      : undefined;
  }

  async #takeTerms(lines: readonly ImportLine[]): Promise<void> {
    for (const [vocabulary, group] of Map.groupBy(lines, ({ identity }) => identity.split(':')[0] ?? '')) {
      const stored = await this.#storedTerms(vocabulary, group);
      const items = group.map((line) => {
        const code = line.identity.slice(vocabulary.length + 1);
        const chosen = new Set(JSON.parse(line.chosen) as string[]);
        const item: Fields = { position: 0, ...stored.get(code) };
        for (const { field, after } of (JSON.parse(line.plan) as RowPlan).fields)
          if (chosen.has(field)) item[field] = after;
        return { ...item, code } as Parameters<typeof putTerms>[2][number];
      });
      await putTerms(this.#tx, vocabulary, items);
      for (const line of group) await this.#note(line, { result: 'applied' });
      this.counts.applied += group.length;
    }
  }

  async #storedTerms(vocabulary: string, lines: readonly ImportLine[]): Promise<Map<string, Fields>> {
    const codes = lines.map(({ identity }) => identity.slice(vocabulary.length + 1));
    const rows = await this.#tx
      .selectFrom('terms')
      .selectAll()
      .where('vocabulary', '=', vocabulary)
      .where('code', 'in', codes)
      .execute();
    return new Map(
      rows.map(({ code, title, position, data }) => [
        code,
        { title, position, ...(data ? { data: JSON.parse(data) as unknown } : {}) },
      ]),
    );
  }

  /** The chosen fields, with their own numbers for records that this import has made. */
  #patch({ line, plan, chosen }: Taken): { patch: Fields; isEarly: boolean } {
    const patch: Fields = {};
    let isEarly = false;
    const idOf = (id: unknown): unknown => {
      if (typeof id !== 'number' || id < firstProvisional) return id;
      const own = this.#ids.get(id);
      if (own === undefined) isEarly = true;
      return own;
    };
    const links = Object.keys(getKind(line.kind).links);
    const [deepField, key] = deeperLinks(line.kind);
    for (const { field, after } of plan.fields) {
      if (!chosen.has(field) || field === 'state' || field === 'sources') continue;
      if (links.includes(field) && Array.isArray(after))
        patch[field] = after.map(idOf).filter((id) => id !== undefined);
      else if (field === deepField && key !== undefined && Array.isArray(after))
        patch[field] = (after as Fields[]).map(({ [key]: link, ...rest }) => {
          const id = idOf(link);
          return id === undefined ? rest : { ...rest, [key]: id };
        });
      else patch[field] = after === undefined ? null : after;
    }
    return { patch, isEarly };
  }

  #sources({ plan, found }: Taken, patch: Fields): readonly Source[] | undefined {
    if (!plan.sources) return undefined;
    const { offered, names, confirmed, shares, isUndated } = plan.sources;
    const changed = new Set(Object.keys(patch));
    return mergeSources(
      found ? (JSON.parse(found.sources) as Source[]) : [],
      {
        fields: Object.fromEntries(
          names.filter((name) => changed.has(name) || confirmed.includes(name)).map((name) => [name, true]),
        ),
        sources: offered,
        shares: new Set(shares),
        isUndated,
      },
      new Set([...confirmed, ...Object.keys(patch).filter((field) => patch[field] !== null)]),
      changed,
    );
  }

  async #write(ready: readonly Taken[]): Promise<void> {
    const wishes = ready.map((one) => {
      const { line, plan, chosen, found } = one;
      const { patch, isEarly } = this.#patch(one);
      const sources = this.#sources(one, patch);
      const { origins, ...envelope } = plan.envelope ?? {};
      const waits = this.#mode === 'drafts' || this.#withSecond.has(line.kind);
      const fresh: State = waits ? 'draft' : (envelope.state ?? 'published');
      const draft: Draft = {
        kind: line.kind,
        id: found?.id,
        external: found ? undefined : (plan.external ?? undefined),
        fields: patch,
        ...(sources ? { sources } : {}),
        origins: {
          ...Object.fromEntries(Object.keys(patch).map((field) => [field, this.#row.format])),
          ...origins,
        },
        ...(found
          ? chosen.has('state')
            ? { state: waits ? 'draft' : 'published', successor: null }
            : {}
          : { ...envelope, state: fresh }),
        expected_version: line.version_before ?? 0,
        author: authorOf(this.#desk.user.id),
        reason: this.#reason,
      };
      return { one, draft, isEarly, waits };
    });
    const results = await writeRecords(
      this.#tx,
      wishes.map(({ draft }) => draft),
      nowOf(this.#desk),
    );
    for (const [index, result] of results.entries()) {
      const wish = wishes[index];
      if (!wish) continue;
      const { line, plan } = wish.one;
      if (result.outcome === 'rejected') {
        this.counts.conflicts += 1;
        await this.#note(line, { result: 'conflict', reason: result.problem.message });
        continue;
      }
      if (plan.provisional !== undefined) this.#ids.set(plan.provisional, result.id);
      const isDraft = wish.waits && !wish.one.found;
      this.counts[isDraft ? 'drafted' : 'applied'] += 1;
      await this.#note(line, {
        result: isDraft ? 'draft' : 'applied',
        record_id: result.id,
        version_after: result.version,
      });
      if (wish.isEarly)
        this.#early.push({ id: result.id, kind: line.kind, fields: {}, position: line.position });
    }
  }

  /** A change of a published record that waits: a draft beside it, or one that another editor has to look at. */
  async #putAside(one: Taken): Promise<void> {
    const { line, found } = one;
    if (!found) return;
    const { patch } = this.#patch(one);
    const isForReview = this.#withSecond.has(line.kind) && this.#mode === 'publish';
    await putDraft(this.#tx, {
      row: found,
      draft: undefined,
      data: JSON.stringify(applyPatch(JSON.parse(found.data) as Fields, patch)),
      sources: JSON.stringify(this.#sources(one, patch) ?? JSON.parse(found.sources)),
      status: isForReview ? 'review' : 'draft',
      baseVersion: found.version,
      note: this.#reason,
      desk: this.#desk,
    });
    const draft = await this.#tx
      .selectFrom('drafts')
      .select('version')
      .where('record_id', '=', found.id)
      .executeTakeFirstOrThrow();
    this.counts.drafted += 1;
    await this.#note(line, { result: 'draft', draft_version: draft.version });
  }

  /** Records that refer to each other: the links of those that came first are filled in when all are there. */
  async closeCircles(): Promise<void> {
    for (const { id, position } of this.#early) {
      const line = await this.#tx
        .selectFrom('import_rows')
        .selectAll()
        .where('import_id', '=', this.#row.id)
        .where('position', '=', position)
        .executeTakeFirstOrThrow();
      const { patch } = this.#patch({
        line,
        plan: JSON.parse(line.plan) as RowPlan,
        chosen: new Set(JSON.parse(line.chosen) as string[]),
        found: undefined,
        draft: undefined,
      });
      const links = Object.keys(getKind(line.kind).links);
      const [deepField] = deeperLinks(line.kind);
      const [written] = await writeRecords(
        this.#tx,
        [
          {
            kind: line.kind,
            id,
            fields: Object.fromEntries(
              Object.entries(patch).filter(([field]) => links.includes(field) || field === deepField),
            ),
            origins: this.#row.format,
            author: authorOf(this.#desk.user.id),
            reason: this.#reason,
          },
        ],
        nowOf(this.#desk),
      );
      if (written && written.outcome !== 'rejected')
        await this.#note(line, { version_after: written.version });
    }
  }

  async #note(line: ImportLine, outcome: Outcome): Promise<void> {
    await this.#tx
      .updateTable('import_rows')
      .set(outcome)
      .where('import_id', '=', this.#row.id)
      .where('position', '=', line.position)
      .execute();
  }
}

/** What editors have refused by name is not asked about again while the source says the same. */
async function rememberSkips(tx: Writing, row: ImportRow, now: Date): Promise<void> {
  const lines = await tx
    .selectFrom('import_rows')
    .select(['kind', 'identity', 'refused', 'chosen', 'plan'])
    .where('import_id', '=', row.id)
    .where('outcome', '=', 'changed')
    .where('choice', '!=', 'open')
    .execute();
  const skips = lines.flatMap(({ kind, identity, refused, plan }) => {
    const { fields } = JSON.parse(plan) as RowPlan;
    const names = new Set(
      namesOf(
        refused,
        fields.map(({ field }) => field),
      ),
    );
    return fields
      .filter(({ field }) => names.has(field))
      .map(({ field, after }) => ({
        format: row.format,
        identity: `${kind} ${identity}`,
        field,
        digest: digestOf(after),
        created_at: now.toISOString(),
      }));
  });
  for (const some of slices(skips, 100))
    await tx
      .insertInto('import_skips')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['format', 'identity', 'field']).doUpdateSet((eb) => ({
          digest: eb.ref('excluded.digest'),
          created_at: eb.ref('excluded.created_at'),
        })),
      )
      .execute();
}
