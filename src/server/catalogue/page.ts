import { PageError } from '#domain/page-error.ts';
import { publicKinds, type Kind } from '#domain/kinds/index.ts';
import { isPlain, readListRequest, spelt, type ListRequest } from '#domain/lists/request.ts';
import { fieldsOf } from '#domain/lists/list-facts.ts';
import type { NarrowedList } from '#domain/render-request.ts';
import { listQuery } from '#contract/record.ts';
import type { DrawnList, DrawnQuery, ListQuery } from '#contract/catalogue.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { OnDemandPages } from '../site/on-demand-pages.ts';
import type { FilledPage } from '../site/serve.ts';
import { listRequestOf } from './list-request.ts';
import { cacheSearchResults } from './version.ts';
import { filterRecords, listRecords } from './list.ts';

/** Lists that are narrowed by the query of an address, drawn by the site. */
export interface NarrowedLists {
  /** The list pages of all kinds that can be narrowed, by their addresses. */
  pages: Record<string, FilledPage>;
  /** What the browser puts into its list page. */
  draw(kind: Kind, query: DrawnQuery): Promise<DrawnList>;
}

export function narrowedLists(database: Database, pages: OnDemandPages): NarrowedLists {
  const remember = cacheSearchResults<Pick<NarrowedList, 'answer' | 'whole' | 'near'>>(database);
  const db = database.kysely;

  /** What is left of a list, and how many records the whole of it has. */
  const find = (kind: Kind, asked: ListRequest) => {
    const query = queryFor(kind, asked);
    return remember(`${kind.name} ${JSON.stringify([query, asked.near])}`, async () => {
      const { near, ...answer } = await filterRecords(db, kind, query, asked.near);
      const { total: whole } = await listRecords(db, kind, queryFor(kind, plain));
      return { answer, whole, near };
    });
  };

  /**
   * GET /research/?status=recruiting&phase=3: the first page of the list with what is left of it, for readers without a
   * script and for addresses that are shared. Without a choice the published page is sent as it is.
   */
  const pageOf =
    (kind: Kind): FilledPage =>
    async ({ url }, draw) => {
      const asked = askedBy(kind, url);
      if (isPlain(asked)) return undefined;
      return await draw(kind.path, async () => ({ list: { asked, ...(await find(kind, asked)) } }));
    };

  return {
    pages: Object.fromEntries(
      publicKinds.filter(({ facets }) => facets.length > 0).map((kind) => [kind.path, pageOf(kind)]),
    ),
    async draw(kind, query) {
      const asked = { ...listRequestOf(kind, query), view: query.view, page: query.page };
      let total = 0;
      const html = await pages
        .render(`/narrowed${kind.path}`, async () => {
          const found = await find(kind, asked);
          ({ total } = found.answer);
          return { list: { asked, ...found, isAlone: true } };
        })
        .catch((error: unknown) => {
          throw error instanceof PageError ? new HttpError(error.statusCode, `${error.message}.`) : error;
        });
      if (html === undefined) throw new HttpError(503, 'Сайт ещё собирается. Повторите через минуту.');
      return { html, total };
    },
  };
}

const plain = readListRequest(new URLSearchParams(), []);

const askedBy = (kind: Kind, url: string): ListRequest =>
  readListRequest(new URLSearchParams(url.split(/\?(.*)/s, 2)[1]), fieldsOf(kind));

/** The call's own words for what the address asks; what does not fit is a page error that says why. */
function queryFor(kind: Kind, { facets, q, letter, year, page }: ListRequest): ListQuery {
  const chosen = Object.entries(facets).map(([field, values]) => [field, values.map(spelt)] as const);
  const given = {
    ...Object.fromEntries(chosen),
    ...(q && { q }),
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
