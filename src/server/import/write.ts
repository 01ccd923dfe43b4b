import { getKind } from '#domain/kinds/index.ts';
import type { StoreRejection } from '../catalogue/plan.ts';
import { writeRecords, type Written } from '../catalogue/store.ts';
import type { Draft } from '../catalogue/draft.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { DraftEnvelope, ImportedFields } from './draft.ts';
import { deeperLinks, firstPromised, mapLinks } from './references.ts';

/** A planned write; links to new records have provisional ids. */
export interface WrittenChange extends Omit<Draft, 'author' | 'reason' | 'strict'> {
  /** Provisional id of a new record. */
  promised?: number | undefined;
}

/** A record of a file: its own, or a new one by its provisional id. */
interface Subject {
  kind: string;
  id: number | undefined;
  external?: string | null | undefined;
  promised?: number | undefined;
  envelope?: DraftEnvelope | undefined;
}

/** The write of a record; what its line says of state, review and origins is for new records. */
export function changeOf(
  { kind, id, external, promised, envelope }: Subject,
  { format, fields, sources }: { format: string } & Pick<Draft, 'fields' | 'sources'>,
): WrittenChange {
  const { origins, ...rest } = envelope ?? {};
  const isNew = id === undefined;
  const names = Object.keys(isNew ? { ...fields, ...origins } : fields);
  return {
    kind,
    id,
    fields,
    sources,
    origins: Object.fromEntries(names.map((field) => [field, origins?.[field] ?? format])),
    ...(isNew ? { external: external ?? undefined, promised, state: 'published', ...rest } : {}),
  };
}

type Signature = Pick<Draft, 'author' | 'reason'>;

/** Writes changes of an import in one transaction; circular links are added at the end. */
export class Writer {
  readonly #tx: WriteTransaction;
  readonly #signature: Signature;
  readonly #now: Date;
  /** Provisional id → real id. */
  readonly #ids = new Map<number, number>();
  readonly #open: WrittenChange[] = [];

  constructor(tx: WriteTransaction, signature: Signature, now: Date) {
    this.#tx = tx;
    this.#signature = signature;
    this.#now = now;
  }

  /** Writes referenced records first; results are in the given order. */
  async write(changes: readonly WrittenChange[]): Promise<(Written | StoreRejection)[]> {
    const results = new Map<WrittenChange, Written | StoreRejection>();
    for (let rest = changes; rest.length > 0; rest = rest.filter((change) => !results.has(change))) {
      const resolved = rest.map((change) => ({ change, ...this.#resolve(change) }));
      const whole = resolved.filter(({ missing }) => missing.length === 0);
      const next = whole.length > 0 ? whole : resolved;
      const written = await this.#put(next.map(({ change, fields }) => ({ ...change, fields })));
      for (const [index, { change, missing }] of next.entries()) {
        const result = written[index]!;
        results.set(change, result);
        if (result.outcome === 'rejected') continue;
        if (change.promised !== undefined) this.#ids.set(change.promised, result.id);
        if (missing.length > 0) this.#open.push({ ...linksOf(change), id: result.id });
      }
    }
    return changes.map((change) => results.get(change)!);
  }

  /** Adds postponed links; returns new versions and provisional ids without a record. */
  async closeCircles(): Promise<{ id: number; version: number; missing: number[] }[]> {
    const resolved = this.#open.map((change) => ({ change, ...this.#resolve(change) }));
    const written = await this.#put(resolved.map(({ change, fields }) => ({ ...change, fields })));
    return written.flatMap((result, index) =>
      result.outcome === 'rejected'
        ? []
        : [{ id: result.id, version: result.version, missing: resolved[index]!.missing.map(Number) }],
    );
  }

  /** Replaces provisional ids where known. */
  linked(kind: string, fields: ImportedFields): ImportedFields {
    return this.#resolve({ kind, fields }).fields;
  }

  #put(changes: readonly WrittenChange[]): Promise<(Written | StoreRejection)[]> {
    return writeRecords(
      this.#tx,
      changes.map(({ promised: _promised, ...change }) => ({ ...change, ...this.#signature, strict: true })),
      this.#now,
    );
  }

  /** Replaces provisional ids; postpones unknown links. */
  #resolve({ kind, fields }: Pick<WrittenChange, 'kind' | 'fields'>) {
    return mapLinks(kind, fields, (link) =>
      typeof link === 'number' && link >= firstPromised ? this.#ids.get(link) : link,
    );
  }
}

function linksOf({ kind, fields, origins }: WrittenChange): WrittenChange {
  const names = [...Object.keys(getKind(kind).links), deeperLinks(kind)[0]];
  const links = Object.entries(fields).filter(([field]) => names.includes(field));
  return { kind, fields: Object.fromEntries(links), origins };
}
