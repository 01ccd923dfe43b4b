import type { DigestChange } from '#contract/subscriptions.ts';
import type { ValueTitles } from '#domain/editing/differences.ts';
import { changedLines } from './changed-fields.ts';
import { addressOf, getKind, type AnyCard, type Kind } from '#domain/kinds/index.ts';
import { counted } from '#domain/plural.ts';
import type { Site } from '#domain/study.ts';
import { lowered } from '#domain/typography.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';

/** Lines for one record. */
const maxLines = 8;

type Fields = Record<string, unknown>;

type Terms = ReadonlyMap<string, ReadonlyMap<string, string>>;

export const namedTerms = async (db: ReadDatabase): Promise<Terms> =>
  new Map([
    ['subject', await termTitles(db, 'subject')],
    ['therapeuticarea', await termTitles(db, 'therapeuticarea')],
  ]);

/**
 * Public changes of the record since `since`; may be empty. With a federal subject, newly recruiting centres there
 * are included.
 */
export async function describeChange(
  db: ReadDatabase,
  { id, since, subject, terms }: { id: number; since: number; subject: string | null; terms: Terms },
): Promise<DigestChange | undefined> {
  const current = await db
    .selectFrom('records')
    .select(['kind', 'data', 'card'])
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  if (!current) return undefined;
  const kind = getKind(current.kind);
  const { title, ...shown } = JSON.parse(current.card) as AnyCard;
  const is = JSON.parse(current.data) as Fields;
  const change = { kind: kind.name, id, title, url: addressOf(kind, { ...shown, id, code: is['code'] }) };
  const before = await db
    .selectFrom('changes')
    .select(['action', 'version'])
    .where('record_id', '=', id)
    .where('seq', '<=', since)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!before) {
    const lines = recruits(kind, is) ? ['Набор открыт'] : [];
    return { ...change, event: newTitle(kind), lines: [...lines, ...opened(kind, {}, is, subject)] };
  }
  if (before.action === 'remove')
    return { ...change, event: 'Снова опубликовано', lines: opened(kind, {}, is, subject) };
  const revision = await db
    .selectFrom('revisions')
    .select('data')
    .where('record_id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst();
  const was = JSON.parse(revision?.data ?? '{}') as Fields;
  const changed = changedLines(kind, was, is, await namesFor(db, terms, { kind, was, is }));
  if (changed.length === 0) return undefined;
  const lines = changed.slice(0, maxLines);
  if (changed.length > maxLines) lines.push(`И ещё изменений: ${changed.length - maxLines}`);
  const event = recruits(kind, is) && !recruits(kind, was) ? 'Начался набор' : 'Изменения';
  return { ...change, event, lines: [...lines, ...opened(kind, was, is, subject)] };
}

/** Titles of linked records and dictionary items; unpublished ones have none. */
async function namesFor(
  db: ReadDatabase,
  terms: Terms,
  { kind, was, is }: { kind: Kind; was: Fields; is: Fields },
): Promise<ValueTitles> {
  const linked = Object.keys(kind.links).flatMap((field) => {
    const [before = [], after = []] = [was, is].map((fields) =>
      (Array.isArray(fields[field]) ? fields[field] : []).map(Number),
    );
    return [...before, ...after].filter((id) => before.includes(id) !== after.includes(id));
  });
  const records = await publishedRecords(db, linked);
  return {
    term: (vocabulary, code) => terms.get(vocabulary)?.get(code),
    record: (id) => records.get(id)?.title,
  };
}

const recruits = ({ name }: Kind, { status }: Fields) => name === 'research' && status === 'recruiting';

/** Federal subjects of recruiting centres, one for each centre. */
const openIn = (kind: Kind, fields: Fields): string[] =>
  recruits(kind, fields) ? ((fields['sites'] ?? []) as Site[]).flatMap(({ subject }) => subject ?? []) : [];

/** A line about centres of a federal subject that have begun to recruit. */
function opened(kind: Kind, was: Fields, is: Fields, subject: string | null): string[] {
  const before = new Set(openIn(kind, was));
  const near = openIn(kind, is).filter((code) => code === subject && !before.has(code)).length;
  return near === 0 ? [] : [`Набор в вашем регионе: ${counted(near, centreForms)}`];
}

const centreForms = ['центр', 'центра', 'центров'] as const;

const newTitle = ({ titles: { one } }: Kind) => `Новое: ${lowered(one)}`;
