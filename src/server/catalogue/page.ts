import { PageError } from '#domain/page-error.ts';
import { publicKinds, type Kind } from '#domain/kinds/index.ts';
import { isPlain, readListRequest, escapeValue, type ListRequest } from '#domain/lists/request.ts';
import { fieldsOf } from '#domain/lists/list-facts.ts';
import type { NarrowedList } from '#domain/render-request.ts';
import { listQuery } from '#contract/record.ts';
import type { DrawnList, DrawnQuery, ListQuery } from '#contract/catalogue.ts';
import { HttpError } from '../http-error.ts';
import type { Context } from '../request/context.ts';
import type { OnDemandPages } from '../site/on-demand-pages.ts';
import type { FilledPage } from '../site/serve.ts';
import { listRequestOf, filterRecords, listRecords } from './list.ts';
import { cacheUntilChange } from './version.ts';

export type NarrowedLists = ReturnType<typeof narrowedLists>;

export function narrowedLists(context: Context, pages: OnDemandPages) {
  const remember = cacheUntilChange<Pick<NarrowedList, 'answer' | 'whole' | 'near'>>(context.database, {
    max: 200,
  });

  const find = (kind: Kind, request: ListRequest) => {
    const query = queryFor(kind, request);
    return remember(`${kind.name} ${JSON.stringify([query, request.near])}`, async () => {
      const { near, ...answer } = await filterRecords(context, kind, query, request.near);
      const { total: whole } = await listRecords(context, kind, queryFor(kind, plainRequest));
      return { answer, whole, near };
    });
  };

  /**
   * GET /research/?status=recruiting&phase=3: the first page of the filtered list, for readers without
   * scripts and for shared links. Without filters the static page is sent.
   */
  const pageOf =
    (kind: Kind): FilledPage =>
    async ({ url }, draw) => {
      const request = requestAt(kind, url);
      if (isPlain(request)) return undefined;
      return await draw(kind.path, async () => ({
        list: { asked: request, ...(await find(kind, request)) },
      }));
    };

  return {
    pages: Object.fromEntries(
      publicKinds.filter(({ facets }) => facets.length > 0).map((kind) => [kind.path, pageOf(kind)]),
    ),
    async draw(kind: Kind, query: DrawnQuery): Promise<DrawnList> {
      const request = { ...listRequestOf(kind, query), view: query.view, page: query.page };
      let total = 0;
      const html = await pages
        .render(`/narrowed${kind.path}`, async () => {
          const found = await find(kind, request);
          ({ total } = found.answer);
          return { list: { asked: request, ...found, isAlone: true } };
        })
        .catch((error: unknown) => {
          throw error instanceof PageError ? new HttpError(error.statusCode, `${error.message}.`) : error;
        });
      if (html === undefined) throw new HttpError(503, 'Сайт ещё собирается. Повторите через минуту.');
      return { html, total };
    },
  };
}

const plainRequest = readListRequest(new URLSearchParams(), []);

const requestAt = (kind: Kind, url: string): ListRequest =>
  readListRequest(new URLSearchParams(url.split(/\?(.*)/s, 2)[1]), fieldsOf(kind));

/** Converts the address into a query of the call; invalid values throw a page error with the reason. */
function queryFor(kind: Kind, { facets, q, letter, year, page }: ListRequest): ListQuery {
  const chosen = Object.entries(facets).map(([field, values]) => [field, values.map(escapeValue)] as const);
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

const unfit: Readonly<Record<string, string>> = {
  letter: 'такой буквы в указателе нет',
  year: 'год указан неверно',
  page: 'номер страницы указан неверно',
};
