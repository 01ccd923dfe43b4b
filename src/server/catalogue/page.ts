import path from 'node:path';
import { PageError } from '#domain/page-error.ts';
import { publicKinds, type Kind } from '#domain/kinds/index.ts';
import { isPlain, readAsked, spelt, type Asked } from '#domain/lists/asked.ts';
import { viewsHtml } from '#domain/lists/bar.ts';
import { factsOf } from '#domain/lists/facts.ts';
import { formHtml } from '#domain/lists/form.ts';
import type { ListAnswer } from '#domain/lists/list.ts';
import { partsOf } from '#domain/lists/shown.ts';
import { listQuery } from '#contract/record.ts';
import type { ListQuery } from '#contract/catalogue.ts';
import type { Reading } from '../database/database.ts';
import { readSiteFile } from '../site/files.ts';
import type { FilledPage } from '../site/serve.ts';
import { filterRecords, listRecords } from './list.ts';

/** The list pages of all kinds that can be narrowed, by their addresses. */
export const listPages = (db: Reading): Record<string, FilledPage> =>
  Object.fromEntries(
    publicKinds.filter(({ facets }) => facets.length > 0).map((kind) => [kind.path, listPage(db, kind)]),
  );

/**
 * GET /research/?status=recruiting&phase=3: the published first page of the list with the narrowed one put in, for
 * readers without a script and for addresses that are shared. Without a choice the published page is sent as it is.
 */
function listPage(db: Reading, kind: Kind): FilledPage {
  const facts = factsOf(kind);
  return async (request, release) => {
    const asked = askedOf(kind, request.url);
    if (isPlain(asked)) return undefined;
    const file = await readSiteFile(path.join(release.folder, kind.path, 'index.html'), '');
    if (!file) return undefined;
    const answer = (await filterRecords(db, kind, queryFor(kind, asked))) as ListAnswer;
    const { total: whole } = await listRecords(
      db,
      kind,
      queryFor(kind, readAsked(new URLSearchParams(), [])),
    );
    const parts = {
      ...partsOf(facts, asked, answer, () => new Date().toISOString().slice(0, 10), whole),
      form: formHtml(facts, answer.facets, asked),
      views: viewsHtml(facts, asked),
    };
    let html = file.body.toString().replace(' data-list=', ' data-filled data-list=');
    for (const [name, part] of Object.entries(parts)) html = put(html, name, part);
    return html;
  };
}

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

/** Puts a part between the comments that hold its place. */
function put(html: string, name: string, part: string): string {
  const open = `<!--${name}-->`;
  const start = html.indexOf(open);
  const end = html.indexOf(`<!--/${name}-->`, start);
  return start < 0 || end < 0 ? html : html.slice(0, start + open.length) + part + html.slice(end);
}
