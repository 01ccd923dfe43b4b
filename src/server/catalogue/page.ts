import { PageError } from '#domain/page-error.ts';
import { publicKinds, type Kind } from '#domain/kinds/index.ts';
import { isPlain, readAsked, spelt, type Asked } from '#domain/lists/asked.ts';
import type { ListAnswer } from '#domain/lists/list.ts';
import type { PageFacts } from '#domain/page-facts.ts';
import { listQuery } from '#contract/record.ts';
import type { ListQuery } from '#contract/catalogue.ts';
import type { Database, Reading } from '../database/database.ts';
import type { DrawnPages } from '../site/drawn.ts';
import type { FilledPage } from '../site/serve.ts';
import { rememberFound } from './edition.ts';
import { filterRecords, listRecords } from './list.ts';

/** The list pages of all kinds that can be narrowed, by their addresses. */
export function listPages(database: Database, pages: DrawnPages): Record<string, FilledPage> {
  const remember = rememberFound<Found>(database);
  return Object.fromEntries(
    publicKinds
      .filter(({ facets }) => facets.length > 0)
      .map((kind) => [kind.path, listPage(kind, findIn(database.kysely, kind, remember), pages)]),
  );
}

/** What is left of a list, and how many records the whole of it has. */
type Found = Pick<NonNullable<PageFacts['list']>, 'answer' | 'whole'>;

const findIn =
  (db: Reading, kind: Kind, remember: ReturnType<typeof rememberFound<Found>>) =>
  (query: ListQuery): Promise<Found> =>
    remember(`${kind.name} ${JSON.stringify(query)}`, async () => {
      const answer = (await filterRecords(db, kind, query)) as ListAnswer;
      const { total: whole } = await listRecords(db, kind, plainQuery(kind));
      return { answer, whole };
    });

/**
 * GET /research/?status=recruiting&phase=3: the first page of the list with what is left of it, for readers without a
 * script and for addresses that are shared. Without a choice the published page is sent as it is.
 */
const listPage =
  (kind: Kind, find: (query: ListQuery) => Promise<Found>, pages: DrawnPages): FilledPage =>
  async ({ url }) => {
    const asked = askedOf(kind, url);
    if (isPlain(asked)) return undefined;
    const query = queryFor(kind, asked);
    return await pages.draw(kind.path, async () => ({ list: { asked, ...(await find(query)) } }));
  };

const plainQuery = (kind: Kind) => queryFor(kind, readAsked(new URLSearchParams(), []));

const askedOf = (kind: Kind, url: string): Asked =>
  readAsked(
    new URLSearchParams(url.split(/\?(.*)/s, 2)[1]),
    kind.facets.map(({ field }) => field),
  );

/** The call's own words for what the address asks; what does not fit is a page error that says why. */
function queryFor(kind: Kind, { facets, letter, year, page }: Asked): ListQuery {
  const chosen = Object.entries(facets).map(([field, values]) => [field, values.map(spelt)] as const);
  const given = {
    ...Object.fromEntries(chosen),
    ...(letter && { letter }),
    ...(year && { year }),
    page: String(page),
  };
  const parsed = listQuery(kind).safeParse(given);
  if (parsed.success) return parsed.data as ListQuery;
  const [issue] = parsed.error.issues;
  const why = unfit[String(issue?.path[0])] ?? issue?.message ?? 'проверьте адрес';
  throw new PageError(`Не получается отобрать: ${why}`, 400);
}

/** What is wrong with what no form of ours has written. */
const unfit: Readonly<Record<string, string>> = {
  letter: 'такой буквы в указателе нет',
  year: 'год указан неверно',
  page: 'номер страницы указан неверно',
};
