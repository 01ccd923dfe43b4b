import { createHash } from 'node:crypto';
import { columnFields, exportColumns, recordColumns } from '#domain/exports/columns.ts';
import { getKind, kinds as allKinds, type Kind, type KindName } from '#domain/kinds/index.ts';
import type { ReadDatabase, WriteTransaction } from '../../database/database.ts';

export const numberColumn = 'id';

/** Kinds that tables can fill: cases are written by their authors. */
export const tableKinds = allKinds.filter(({ name }) => name !== 'case').map(({ name }) => name as KindName);

export interface Guess {
  kind: KindName;
  /** Field path by column; empty: skipped. */
  columns: string[];
  isRemembered: boolean;
}

/** Guesses the mapping, for a kind if it is known: the last one, or by names. */
export async function guessColumns(
  db: ReadDatabase,
  titles: readonly string[],
  asked?: KindName,
): Promise<Guess> {
  const kinds = asked ? [asked] : tableKinds;
  const last = await db
    .selectFrom('import_columns')
    .selectAll()
    .where('heading', '=', headingOf(titles))
    .where('kind', 'in', kinds)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) {
    const kind = last.kind as KindName;
    const known = pathsOf(kind);
    // Fields that no longer exist are dropped.
    const columns = (JSON.parse(last.columns) as string[]).map((path) => (known.has(path) ? path : ''));
    return { kind, columns, isRemembered: true };
  }
  const guesses = kinds.map((kind) => ({ kind, columns: byNames(kind, titles), isRemembered: false }));
  const count = ({ columns }: Guess) => columns.filter(Boolean).length;
  return guesses.reduce((best, guess) => (count(guess) > count(best) ? guess : best));
}

export const pathsOf = (kind: KindName): ReadonlySet<string> =>
  new Set([numberColumn, ...columnFields(getKind(kind)).map(({ path }) => path)]);

export async function rememberColumns(
  tx: WriteTransaction,
  { kind, titles, columns, now }: { kind: KindName; titles: readonly string[]; columns: string[]; now: Date },
): Promise<void> {
  const used = { columns: JSON.stringify(columns), used_at: now.toISOString() };
  await tx
    .insertInto('import_columns')
    .values({ kind, heading: headingOf(titles), ...used })
    .onConflict((conflict) => conflict.columns(['kind', 'heading']).doUpdateSet(used))
    .execute();
}

const headingOf = (titles: readonly string[]) =>
  createHash('sha256').update(titles.map(wordOf).join('\n')).digest('hex').slice(0, 32);

const wordOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const alternativeHeadings: Record<string, readonly string[]> = {
  title: ['наименование', 'имя', 'заголовок', 'полное название', 'учреждение', 'мероприятие', 'организация'],
  subject: ['регион', 'субъект', 'субъект рф', 'область'],
  phones: ['телефон', 'тел', 'контактный телефон'],
  email: ['почта', 'email', 'e mail', 'эл почта'],
  site: ['сайт', 'веб сайт', 'адрес сайта', 'url'],
  starts_at: ['начало', 'дата', 'дата начала', 'когда'],
  ends_at: ['конец', 'окончание', 'дата окончания'],
  link: ['ссылка', 'страница', 'url'],
  place: ['место', 'место проведения', 'где'],
  diseases: ['болезни', 'нозологии', 'заболевание', 'болезнь'],
  [numberColumn]: ['id', 'номер записи', 'номер'],
};

/** Unique fields; exact names before prefixes. */
function byNames(kind: KindName, titles: readonly string[]): string[] {
  const fields = columnFields(getKind(kind));
  const exported = ownHeadings(getKind(kind));
  const taken = new Set<string>();
  const found = titles.map(() => '');
  const take = (is: (word: string, path: string, title: string) => boolean) => {
    for (const [index, title] of titles.entries()) {
      const word = wordOf(title);
      if (found[index] || word === '') continue;
      const all = [{ path: numberColumn, title: 'Номер записи' }, ...fields];
      const match = all.find(({ path, title: own }) => !taken.has(path) && is(word, path, wordOf(own)));
      if (!match) continue;
      found[index] = match.path;
      taken.add(match.path);
    }
  };
  take((word, path, title) => word === title || word === wordOf(path));
  take((word, path) => alternativeHeadings[path]?.includes(word) ?? false);
  take(
    (word, _, title) =>
      word.length > 4 &&
      !exported.has(word) &&
      (title.startsWith(`${word} `) || word.startsWith(`${title} `)),
  );
  return found;
}

/** Headings of our exports, which name other fields than those that begin alike. */
function ownHeadings(kind: Kind): ReadonlySet<string> {
  const names = [...Object.keys(kind.fields.shape), ...Object.keys(kind.computed ?? {}), 'sources'];
  const titles = exportColumns(kind, names).map(({ title }) => title);
  return new Set([...Object.values(recordColumns), ...titles].map(wordOf));
}

/** How many headings some kind knows, for telling the heading from titles above it. */
export function countHeadings(titles: readonly string[]): number {
  headings ??= new Set(
    [
      recordColumns.number,
      ...Object.values(alternativeHeadings).flat(),
      ...tableKinds.flatMap((kind) =>
        columnFields(getKind(kind)).flatMap(({ path, title }) => [path, title]),
      ),
    ].map(wordOf),
  );
  return new Set(titles.map(wordOf).filter((word) => headings?.has(word))).size;
}
let headings: ReadonlySet<string> | undefined;
