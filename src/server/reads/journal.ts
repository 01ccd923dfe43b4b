import { portalDay } from '#domain/dates.ts';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { cameFromOf, isRead, isRobot } from '#domain/reads.ts';
import type { Database, ReadDatabase } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { isFolder } from '../site/files.ts';
import { currentRelease } from '../site/release.ts';
import { addReads, decodedPath, type ReadSum } from './count.ts';
import { readLine, type JournalLine } from './log-line.ts';

/** Result of reading a log. */
export interface JournalSummary {
  lines: number;
  /** Counted page views. */
  counted: number;
  /** Lines of times already counted for this source. */
  known: number;
  robots: number;
  /** Files, errors, unknown addresses. */
  other: number;
  /** Lines in no known format. */
  unreadable: number;
}

interface Span {
  first_at: string;
  last_at: string;
}

/**
 * Counts page views in a log. Each time of a source is counted once, so files may repeat, overlap and come in
 * any order. One transaction, no data of readers. Throws OperatorError if no line is readable.
 */
export async function countJournal(
  { database, settings }: { database: Database; settings: Pick<Settings, 'DATA_DIR' | 'SITE_URL'> },
  { source, lines }: { source: string; lines: AsyncIterable<string> },
): Promise<JournalSummary> {
  const hasPage = await pagesOf(settings.DATA_DIR);
  const spans = await spansOf(database.kysely, source);
  const own = [new URL(settings.SITE_URL).host];
  const summary: JournalSummary = { lines: 0, counted: 0, known: 0, robots: 0, other: 0, unreadable: 0 };
  const sums = new Map<string, ReadSum>();
  let span: Span | undefined;
  for await (const text of lines) {
    if (text.trim() === '') continue;
    summary.lines += 1;
    const line = readLine(text);
    if (!line) {
      summary.unreadable += 1;
      continue;
    }
    const at = line.at.toISOString();
    span = span ? widened(span, { first_at: at, last_at: at }) : { first_at: at, last_at: at };
    const what = spans.some(({ first_at, last_at }) => first_at <= at && at <= last_at)
      ? 'known'
      : whatIs(line, hasPage);
    summary[what] += 1;
    if (what !== 'counted') continue;
    const sum = sumOf(line, own);
    const key = `${sum.day} ${sum.via} ${sum.path}`;
    sums.set(key, { ...sum, count: (sums.get(key)?.count ?? 0) + 1 });
  }
  if (!span)
    throw new OperatorError('Ни одной строки не разобрать: нужен Combined Log Format или JSON по строкам.');
  await saveReads(database, { source, spans, span, sums: [...sums.values()] });
  return summary;
}

const widened = (one: Span, other: Span): Span => ({
  first_at: one.first_at < other.first_at ? one.first_at : other.first_at,
  last_at: one.last_at > other.last_at ? one.last_at : other.last_at,
});

function whatIs(
  { method, url, status, agent }: JournalLine,
  hasPage: (page: string) => boolean,
): 'counted' | 'robots' | 'other' {
  const page = decodedPath(url);
  if (method !== 'GET' || (status !== 200 && status !== 304)) return 'other';
  if (page === undefined || !isRead(page) || !hasPage(page)) return 'other';
  return isRobot(agent) ? 'robots' : 'counted';
}

const sumOf = ({ at, url, referrer }: JournalLine, own: readonly string[]): ReadSum => ({
  day: portalDay(at),
  path: decodedPath(url) ?? '',
  origin: 'journal',
  via: cameFromOf(referrer, own),
  count: 1,
});

/** Whether the published site has a page, cached. */
async function pagesOf(dataDir: string): Promise<(page: string) => boolean> {
  const release = await currentRelease(dataDir);
  if (!release) throw new OperatorError('Сайт ещё не опубликован: какие страницы считать, неизвестно.');
  const known = new Map<string, boolean>();
  return (page) => {
    if (page.includes('//') || /\p{Cc}|\\|\/\./u.test(page)) return false;
    const found = known.get(page) ?? isFolder(path.join(release.folder, page));
    // Unknown addresses are unlimited: not cached.
    if (found) known.set(page, found);
    return found;
  };
}

const spansOf = (db: ReadDatabase, source: string): Promise<Span[]> =>
  db
    .selectFrom('read_journals')
    .select(['first_at', 'last_at'])
    .where('source', '=', source)
    .orderBy('first_at')
    .execute();

async function saveReads(
  database: Database,
  {
    source,
    spans,
    span,
    sums,
  }: { source: string; spans: readonly Span[]; span: Span; sums: readonly ReadSum[] },
): Promise<void> {
  await database.transaction(async (tx) => {
    if (JSON.stringify(await spansOf(tx, source)) !== JSON.stringify(spans))
      throw new OperatorError('Журнал этого источника только что посчитал другой запуск: повторите.');
    await addReads(tx, sums);
    const isBeside = (one: Span) => one.first_at <= span.last_at && span.first_at <= one.last_at;
    const whole = spans.filter(isBeside).reduce(widened, span);
    await tx
      .deleteFrom('read_journals')
      .where('source', '=', source)
      .where('first_at', '<=', span.last_at)
      .where('last_at', '>=', span.first_at)
      .execute();
    await tx
      .insertInto('read_journals')
      .values({ source, ...whole })
      .execute();
  });
}
