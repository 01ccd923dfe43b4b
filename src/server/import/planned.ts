import { isAlike, isEmpty } from '#domain/editing/equality.ts';
import { riskOf, type Risk } from '#domain/imports.ts';
import { getKind, type Source } from '#domain/kinds/index.ts';
import { citedBy } from '#domain/paragraphs.ts';
import type { StoredRecord } from '../catalogue/store.ts';
import { statementProblems } from '../catalogue/validation.ts';
import type { RecordDraft } from './draft.ts';
import { digestOf } from './edited-fields.ts';
import type { PlannedField } from './journal.ts';
import { heldIn, type MatchedDraft } from './match.ts';
import type { Difference, Held } from './reconcile.ts';

/** A record as an import would leave it; several lines may be about it. */
export interface Planned {
  draft: RecordDraft;
  found: StoredRecord | undefined;
  before: Held;
  after: Held;
  /** Values that the file changes or would change. */
  offered: ReadonlyMap<string, unknown>;
  /** Sources of the file, and fields with several of them. */
  sources: readonly Source[];
  shares: ReadonlySet<string>;
  confirmed: ReadonlySet<string>;
}

/** The plan of a record with one more line about it. */
export function withLine(known: Planned | undefined, line: MatchedDraft, format: string): Planned {
  const { draft, found, differences, kept, confirmed, offer, sources } = line;
  const before: Held = found ? heldIn(found) : { fields: {}, origins: {}, sources: [] };
  const earlier: Planned = known ?? {
    draft,
    found,
    before,
    after: before,
    offered: new Map(),
    sources: [],
    shares: new Set(),
    confirmed: new Set(),
  };
  const { fields, origins } = earlier.after;
  const changed = differences.filter(({ field }) => field !== 'sources');
  const values = (list: readonly Difference[]) => list.map(({ field, after }) => [field, after] as const);
  return {
    ...earlier,
    after: {
      fields: { ...fields, ...Object.fromEntries(values(changed)) },
      origins: { ...origins, ...Object.fromEntries(changed.map(({ field }) => [field, format])) },
      sources,
    },
    offered: new Map([...earlier.offered, ...values([...changed, ...kept])]),
    sources: joinSources(earlier.sources, offer.sources),
    shares: new Set([...earlier.shares, ...offer.shares]),
    confirmed: new Set([...earlier.confirmed, ...confirmed]),
  };
}

/** One source for each title, with the fields of both lists. */
const joinSources = (some: readonly Source[], others: readonly Source[]): Source[] => [
  ...some.filter(({ title }) => !others.some((source) => source.title === title)),
  ...others.map((source) => {
    const same = some.find(({ title }) => title === source.title);
    return same ? { ...source, fields: [...new Set([...same.fields, ...source.fields])] } : source;
  }),
];

/** Fields of a record that others have changed: by hand, in drafts, or refused in earlier imports. */
export interface Surroundings {
  touched: ReadonlySet<string>;
  drafted: ReadonlySet<string>;
  skips: ReadonlyMap<string, string>;
}

/** The fields that an import would change. */
export function plannedFields(planned: Planned, format: string, around: Surroundings): PlannedField[] {
  const { found, before, after, offered } = planned;
  const about = { ...around, format, doubted: doubtedFields(planned) };
  const changes = [...offered]
    .map(([field, value]) => ({ field, before: before.fields[field], after: value }))
    .filter((change) => !isAlike(change.before, change.after));
  const fields = changes.map((change): PlannedField => {
    const risk = riskIn(change, planned, about);
    return { ...change, risk, origin: before.origins[change.field] ?? null };
  });
  if (found?.record.state === 'archived')
    fields.unshift({
      field: 'state',
      before: 'archived',
      after: 'published',
      risk: 'archived',
      origin: null,
    });
  if (fields.length > 0 || !found || isAlike(before.sources, after.sources))
    return fields.map((one) =>
      about.skips.get(one.field) === digestOf(one.after) ? { ...one, isRemembered: true } : one,
    );
  const risk = about.touched.has('sources') ? 'touched' : about.doubted.has('sources') ? 'doubtful' : null;
  return [{ field: 'sources', before: before.sources, after: after.sources, risk, origin: null }];
}

/** What publishing refuses; files are looked for with the other errors. */
function doubtedFields({ draft, found, before, after }: Planned): Set<string> {
  const kind = getKind(draft.kind);
  const published = found?.record.state === 'published' ? statementProblems(kind, before) : [];
  const known = new Set(published.map(({ message }) => message));
  const problems = statementProblems(kind, after).filter(({ message }) => !known.has(message));
  return new Set(
    problems.flatMap(({ field }) => {
      const [top = '', index] = field.split('.');
      if (top !== 'sources') return top;
      // A source at fault stands for its fields; a missing one is that of the registration.
      const cited = index === undefined ? ['registration'] : (after.sources[Number(index)]?.fields ?? []);
      return [top, ...cited.map((named) => citedBy(named).field)];
    }),
  );
}

/** A wrong encoding and what publishing refuses are risky for new records too. */
function riskIn(
  change: Difference,
  { found, before, sources, shares }: Planned,
  about: Surroundings & { format: string; doubted: ReadonlySet<string> },
): Risk | null {
  const { field } = change;
  const isAbout = (source: Source) => source.fields.some((named) => citedBy(named).field === field);
  const ours = new Map(sources.filter(isAbout).map((source) => [publisherOf(source), source.date]));
  const theirs = before.sources.filter(isAbout);
  const risk =
    found &&
    riskOf({
      origin: before.origins[field],
      writer: about.format,
      isTouched: about.touched.has(field),
      isDrafted: about.drafted.has(field),
      wasEmpty: isEmpty(change.before),
      becomesEmpty: isEmpty(change.after),
      isOfOtherPublisher: theirs.length === 0 || theirs.some((source) => !ours.has(publisherOf(source))),
      // A value combined from several sources has no single edition.
      isNewer:
        !shares.has(field) &&
        theirs.some((source) => source.date > (ours.get(publisherOf(source)) ?? source.date)),
    });
  return risk ?? (isGarbled(change.after) ? 'garbled' : about.doubted.has(field) ? 'doubtful' : null);
}

const publisherOf = ({ publisher, title }: Source) => publisher ?? title;

/** Bytes 80 to BF of Windows-1251, which UTF-8 has after each Р or С when it is read as Windows-1251. */
const continuations = new TextDecoder('windows-1251').decode(
  Uint8Array.from({ length: 64 }, (_, index) => 0x80 + index),
);
const signsOfWrongEncoding = [
  /[\uFFFD\u0080-\u009F]/,
  new RegExp(`(?:[РС][${continuations.replace(/[\]^\\-]/g, '\\$&')}]){3}`),
  // UTF-8 and Windows-1251 as Latin.
  /(?:[ÐÑ].){3}/,
  /[À-ÿ]{4}/,
  // KOI8-R as Windows-1251: cases are exchanged.
  /(?<![А-яЁё])[а-яё][А-ЯЁ]{4}/,
  // CP866 as Windows-1251 and the reverse.
  /[ЂЃѓЉЊЌЋЏђљњќћџЎўЈ¤Ґ¦§©Є«¬®Ї]{3}/,
  /[\u2500-\u259F]/,
];

/** Whether a text looks read in a wrong encoding; texts inside lists and groups count. */
function isGarbled(value: unknown): boolean {
  if (typeof value === 'string') return signsOfWrongEncoding.some((sign) => sign.test(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(isGarbled);
}
