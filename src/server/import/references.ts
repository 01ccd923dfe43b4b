import { sortKey } from '#domain/alphabet.ts';
import { getKind, kinds, metaOf, type KindName } from '#domain/kinds/index.ts';
import { itemShapeOf } from '#domain/kinds/shape.ts';
import { findIds, findRecord, findRecords, type StoredRecord } from '../catalogue/store.ts';
import type { LinkTarget } from '../catalogue/validation.ts';
import type { ReadDatabase } from '../database/database.ts';
import { identityOf, type ImportedFields, type RecordDraft } from './draft.ts';
import { isObject, ownValue } from './json.ts';

/** Base of provisional ids: above all real ones, within PostgreSQL's integer. */
export const firstPromised = 2_000_000_000;

const kindByScheme = new Map(
  kinds.flatMap((kind) => (kind.external ? [[kind.external.scheme, kind.name]] : [])),
);

/** Nested links: field, and key in its items. */
const deeper = new Map(
  kinds.map(({ name, fields }) => [
    name,
    Object.entries(fields.shape).flatMap(([field, schema]) =>
      Object.entries(itemShapeOf(schema)).flatMap(([key, inner]) =>
        metaOf(inner).linkTo ? [[field, key] as const] : [],
      ),
    )[0],
  ]),
);

export const deeperLinks = (kind: string): readonly [field?: string, key?: string] => deeper.get(kind) ?? [];

/** Records of an import and their references. */
export class References {
  readonly #db: ReadDatabase;
  readonly #writer: string;
  readonly #ids = new Map<string, number>();
  readonly #promised: LinkTarget[] = [];

  constructor(db: ReadDatabase, writer: string) {
    this.#db = db;
    this.#writer = writer;
  }

  /** Assigns provisional ids to new records, for links and cycles. */
  async promise(drafts: readonly RecordDraft[]): Promise<void> {
    await this.lookUp(drafts.map(identityOf));
    for (const draft of drafts)
      if (draft.mode === 'upsert' && draft.id === undefined && !this.#ids.has(identityOf(draft)))
        if (draft.external !== null || !(await this.byTitle(draft.kind, draft.title ?? '')))
          this.numberOf(draft);
  }

  /** Id of the draft's record, or a provisional one. */
  numberOf(draft: RecordDraft): number {
    const identity = identityOf(draft);
    const known = this.#ids.get(identity);
    if (known !== undefined) return known;
    const number = firstPromised + this.#promised.push({ title: identity, kind: draft.kind }) - 1;
    this.#ids.set(identity, number);
    return number;
  }

  promisedAs(number: number): LinkTarget | undefined {
    return this.#promised[number - firstPromised];
  }

  know(identity: string, id: number): void {
    this.#ids.set(identity, id);
  }

  forget(identity: string): void {
    this.#ids.delete(identity);
  }

  /** Stored records of drafts, by external identifier or title. */
  async stored(batch: readonly RecordDraft[]): Promise<Map<RecordDraft, StoredRecord>> {
    const found = new Map<RecordDraft, StoredRecord>();
    for (const [kind, group] of Map.groupBy(batch, (draft) => draft.kind)) {
      const externals = group.flatMap(({ external }) => (external === null ? [] : [external]));
      const records = await findRecords(this.#db, kind, externals);
      for (const draft of group) {
        const record =
          draft.id !== undefined
            ? await findRecord(this.#db, draft.id)
            : draft.external === null
              ? await this.byTitle(kind, draft.title ?? '')
              : records.get(draft.external);
        if (record) found.set(draft, record);
      }
    }
    return found;
  }

  async byTitle(kind: KindName, title: string): Promise<StoredRecord | undefined> {
    const rows = await this.#db
      .selectFrom('records')
      .select('id')
      .where('kind', '=', kind)
      .where('title_key', '=', sortKey(title))
      .where('external', 'is', null)
      .orderBy('id')
      .limit(1)
      .execute();
    return rows[0] && findRecord(this.#db, rows[0].id);
  }

  async lookUp(references: readonly string[]): Promise<void> {
    const unknown = [...new Set(references)].filter((reference) => !this.#ids.has(reference));
    for (const [kind, group] of Map.groupBy(unknown, kindOfReference)) {
      const found = kind === undefined ? undefined : await findIds(this.#db, kind, group);
      for (const reference of group) {
        let id = found?.get(reference);
        if (id === undefined && kind !== undefined && this.#writer === 'records')
          id = (await this.byTitle(kind as KindName, reference.slice(reference.indexOf(':') + 1)))?.id;
        if (id !== undefined) this.#ids.set(reference, id);
      }
    }
  }

  resolve({ kind }: RecordDraft, fields: ImportedFields) {
    return mapLinks(kind, fields, (link) => (typeof link === 'string' ? this.#ids.get(link) : link));
  }
}

/** Maps each link by `idOf`, once; those that it does not know are dropped and named. */
export function mapLinks(
  kind: string,
  fields: ImportedFields,
  idOf: (link: unknown) => unknown,
): { fields: ImportedFields; missing: unknown[] } {
  const mapped = { ...fields };
  const missing: unknown[] = [];
  const known = (link: unknown) => {
    const id = idOf(link);
    if (id === undefined) missing.push(link);
    return id;
  };
  for (const field of Object.keys(getKind(kind).links)) {
    const value = mapped[field];
    if (Array.isArray(value)) mapped[field] = [...new Set(value.map(known).filter((id) => id !== undefined))];
  }
  const [field, key] = deeperLinks(kind);
  const items = field === undefined ? undefined : mapped[field];
  if (field !== undefined && key !== undefined && Array.isArray(items))
    mapped[field] = items.map((item: unknown) => {
      if (!isObject(item) || ownValue(item, key) === undefined) return item;
      const { [key]: link, ...rest } = item;
      const id = known(link);
      return id === undefined ? rest : { ...item, [key]: id };
    });
  return { fields: mapped, missing };
}

export function referencesIn(kind: string, fields: Readonly<ImportedFields>): string[] {
  const found = Object.keys(getKind(kind).links).flatMap((field) => fields[field]);
  const [field, key] = deeperLinks(kind);
  const items = field === undefined ? undefined : fields[field];
  if (key !== undefined && Array.isArray(items)) found.push(...items.map((item) => ownValue(item, key)));
  return found.filter((value) => typeof value === 'string');
}

export const kindOfReference = (reference: string) =>
  kindByScheme.get(reference.slice(0, Math.max(0, reference.indexOf(':'))));

export const missingReason = (missing: readonly unknown[]) =>
  `ссылка на запись, которой нет: ${missing.slice(0, 3).join(', ')}`;

export function fieldsOf({ record }: StoredRecord): ImportedFields {
  const shape = getKind(record.kind).fields.shape;
  return Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(shape, name)));
}
