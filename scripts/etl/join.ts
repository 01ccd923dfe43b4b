import { isDeepStrictEqual } from 'node:util';
import { sortKey } from '#domain/alphabet.ts';
import type { KindName, Source } from '#domain/kinds/index.ts';
import { readOverlays } from '#server/catalogue/overlays.ts';
import type { ReadDatabase } from '#server/database/database.ts';
import type { Current, ImportedFields, RecordDraft, TermDraft } from '#server/import/draft.ts';
import { exportCatalogue } from '#server/import/export.ts';
import type { Format, ImportContext } from '#server/import/format.ts';
import type { ImportInput } from '#server/import/input.ts';
import { isAbsent, leftOut, reconcileDraft } from '#server/import/match.ts';
import { mapLinks } from '#server/import/references.ts';
import type { Summary } from '#server/import/summary.ts';

/** A reader of public data. */
export type EtlFormat = Pick<Format, 'name' | 'title' | 'files' | 'read'>;

/** A record while sources are joined; links are references. */
export interface Joined extends Current {
  kind: KindName;
  external: string | null;
  state?: string;
  fields: ImportedFields;
  origins: Record<string, string>;
  sources: readonly Source[];
  /** Fields that the sources give, if they change the record. */
  given: Set<string>;
}

type Term = Omit<TermDraft, 'type' | 'line'>;

/** Records by external identifier, or by kind and title; dictionary items by vocabulary and code. */
export interface Catalogue {
  records: Map<string, Joined>;
  terms: Map<string, Map<string, Term>>;
}

export const emptyCatalogue = (): Catalogue => ({ records: new Map(), terms: new Map() });

interface ExportedRecord extends Pick<Joined, 'kind' | 'state' | 'origins' | 'sources'> {
  external?: string;
  data: ImportedFields;
}

export async function readCatalogue(db: ReadDatabase): Promise<Catalogue> {
  const catalogue = emptyCatalogue();
  for await (const line of exportCatalogue(db)) {
    const value = JSON.parse(line) as Term | ExportedRecord;
    if ('vocabulary' in value) {
      putTerm(catalogue, value);
      continue;
    }
    const { data, external = null, kind, state, origins, sources } = value;
    const title = String(data.title);
    const record = { kind, external, state, fields: data, origins, sources, given: new Set<string>() };
    catalogue.records.set(keyOf({ kind, external, title }), record);
  }
  return catalogue;
}

const keyOf = ({ kind, external, title = '' }: Pick<RecordDraft, 'kind' | 'external' | 'title'>) =>
  external ?? `${kind} ${sortKey(title)}`;

function putTerm({ terms }: Catalogue, term: Term): void {
  const items = terms.get(term.vocabulary) ?? new Map<string, Term>();
  terms.set(term.vocabulary, items.set(term.code, term));
}

interface EtlSource {
  format: EtlFormat;
  input: ImportInput;
  today?: string;
  isWanted?: (draft: RecordDraft) => boolean;
  /** Links to records that a later source may bring stay. */
  keepsLinks?: boolean;
}

/**
 * Joins a source with the catalogue by the rules of the importer, without writing. Returns the dictionary
 * items that differ.
 */
export async function joinSource(
  catalogue: Catalogue,
  { format, input, today = '', isWanted = () => true, keepsLinks = false }: EtlSource,
  summary: Summary,
): Promise<Term[]> {
  const drafts: RecordDraft[] = [];
  const terms: Term[] = [];
  for await (const reading of format.read(input, await contextOf(catalogue, today))) {
    if (reading.type === 'rejected') summary.reject(reading.line, reading.reason);
    else if (reading.type === 'note') summary.note(reading.text, reading.example);
    else if (reading.type === 'record') {
      if (isWanted(reading)) drafts.push(reading);
    } else {
      const { type: _type, line: _line, ...term } = reading;
      const before = catalogue.terms.get(term.vocabulary)?.get(term.code);
      const isSame = isDeepStrictEqual(before, term);
      summary.countTerms({ new: before ? 0 : 1, changed: before && !isSame ? 1 : 0, same: isSame ? 1 : 0 });
      if (!isSame) terms.push(term);
    }
  }
  for (const term of terms) putTerm(catalogue, term);
  const created = new Set(drafts.filter(({ mode }) => mode === 'upsert').map(({ external }) => external));
  const isMissing = (link: string) =>
    !keepsLinks && /^ORPHA:\d+$/.test(link) && !catalogue.records.has(link) && !created.has(link);
  for (const draft of drafts) joinDraft(catalogue, draft, isMissing, summary);
  return terms;
}

async function contextOf({ records, terms }: Catalogue, today: string): Promise<ImportContext> {
  return {
    overlays: await readOverlays(),
    recordsOf: async (kind) =>
      [...records.values()]
        .filter((record) => record.kind === kind && record.state !== 'archived')
        .map(({ external, fields }, id) => ({ id, external, fields })),
    terms: async (vocabulary) =>
      new Map([...(terms.get(vocabulary) ?? [])].map(([code, { title }]) => [code, title])),
    today,
  };
}

function joinDraft(
  { records }: Catalogue,
  draft: RecordDraft,
  isMissing: (link: string) => boolean,
  summary: Summary,
): void {
  const key = keyOf(draft);
  const current = records.get(key);
  if (isAbsent(draft, current, summary)) return;
  const linked = mapLinks(draft.kind, draft.fields(current), (link) =>
    isMissing(String(link)) ? undefined : link,
  );
  for (const link of linked.missing) summary.note(leftOut, `${draft.external} → ${String(link)}`);
  const { fields, sources, differences, confirmed } = reconcileDraft(draft, current, linked.fields, summary);
  summary.count(draft, current ? (differences.length > 0 ? 'changed' : 'same') : 'new');
  if (differences.length === 0) return;
  // A new record has no empty fields.
  const given = Object.entries(fields).filter(
    ([, value]) => current || (value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
  records.set(key, {
    kind: draft.kind,
    external: draft.external,
    state: current?.state,
    fields: { ...current?.fields, ...Object.fromEntries(given) },
    origins: {
      ...current?.origins,
      ...Object.fromEntries(given.map(([field]) => [field, summary.format])),
    },
    sources,
    given: new Set([...(current?.given ?? []), ...given.map(([field]) => field), ...confirmed]),
  });
}

/** Lines of the format `records` for all records that the sources change. */
export function* recordLines({ records }: Catalogue): Generator<string> {
  for (const { kind, external, fields, origins, sources, given } of records.values()) {
    if (given.size === 0) continue;
    // The title identifies a record without an external identifier.
    const names = external === null ? new Set(['title', ...given]) : given;
    const only = <Value>(from: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)));
    const cited = sources
      .map((source) => ({ ...source, fields: source.fields.filter((field) => names.has(field)) }))
      .filter((source) => source.fields.length > 0);
    yield lineOf({
      kind,
      ...(external === null ? {} : { external }),
      origins: only(origins),
      data: only(fields),
      sources: cited,
    });
  }
}

export const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
