import type { BrokenLink } from '#contract/links.ts';
import type { Context } from '../request/context.ts';
import { namedRecords } from '../catalogue/names.ts';
import { HttpError } from '../http-error.ts';
import { checkLink, type LinkChecking } from './check.ts';
import { fieldTitle, linksIn } from './uses.ts';
import { paginate, type PageRequest } from '../database/page.ts';

/** Example records; a source may be in every record. */
const maxUses = 5;

/** Broken links, longest first, with records. */
export async function listBrokenLinks(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  pageRequest: PageRequest,
) {
  const db = database.kysely;
  const broken = db.selectFrom('outer_links').where('since', 'is not', null);
  const { rows, place } = await paginate(broken, pageRequest, (lines) =>
    lines.selectAll().orderBy('since').orderBy('url'),
  );
  const urls = rows.map(({ url }) => url);
  const uses =
    urls.length === 0
      ? []
      : await db
          .selectFrom('outer_link_uses as u')
          .innerJoin('records as r', 'r.id', 'u.record_id')
          .select(['u.url', 'u.field', 'r.id', 'r.kind'])
          .where('u.url', 'in', urls)
          .where('r.state', '=', 'published')
          .orderBy('r.id')
          .execute();
  const byUrl = Map.groupBy(uses, ({ url }) => url);
  const first = [...byUrl.values()].flatMap((some) => some.slice(0, maxUses));
  const ids = [...new Set(first.map(({ id }) => id))];
  const named = new Map((await namedRecords(db, ids)).map((one) => [one.id, one.title]));
  const texts = new Map(
    (ids.length === 0
      ? []
      : await db.selectFrom('records').select(['id', 'data', 'sources']).where('id', 'in', ids).execute()
    ).map(({ id, data, sources }) => [id, linksIn(data, sources)]),
  );
  // Fixed links are hidden.
  const isStill = ({ url, field, id }: (typeof uses)[number]) =>
    (texts.get(id) ?? []).some((use) => use.url === url && use.field === field);
  const last = await db
    .selectFrom('outer_links')
    .select((eb) => eb.fn.max('checked_at').as('at'))
    .executeTakeFirst();
  const items: BrokenLink[] = rows.map((row) => ({
    url: row.url,
    status: row.status,
    problem: inWords(row),
    since: row.since ?? '',
    checked_at: row.checked_at ?? '',
    total: byUrl.get(row.url)?.length ?? 0,
    uses: (byUrl.get(row.url) ?? [])
      .slice(0, maxUses)
      .filter(isStill)
      .map(({ id, kind, field }) => ({
        id,
        kind,
        title: named.get(id) ?? `№ ${id}`,
        field: fieldTitle(kind, field),
      })),
  }));
  return {
    is_on: settings.LINKS_CHECK === 'daily',
    checked_at: last?.at ?? null,
    items: items.filter((one) => one.uses.length > 0),
    ...place,
  };
}

export async function recheckLink(url: string, checking: LinkChecking): Promise<{ is_broken: boolean }> {
  const { database, settings } = checking;
  if (settings.LINKS_CHECK !== 'daily')
    throw new HttpError(409, 'Проверка внешних ссылок выключена настройкой LINKS_CHECK.');
  const find = () =>
    database.kysely.selectFrom('outer_links').selectAll().where('url', '=', url).executeTakeFirst();
  // Only published links are requested, which prevents SSRF.
  if (!(await find())) throw new HttpError(404, 'Такой ссылки нет в опубликованных записях.');
  await checkLink(url, checking);
  return { is_broken: (await find())?.since != null };
}

const problemLabels: Record<string, string> = {
  closed: 'Ведёт во внутреннюю сеть или на особый порт',
  loop: 'Перенаправляет по кругу',
  name: 'Такого сайта нет',
  refused: 'Сайт не принимает соединение',
  silence: 'Сайт не отвечает',
  tls: 'Сертификат сайта недействителен',
};

function inWords({ status, problem }: { status: number | null; problem: string | null }): string {
  if (problem !== null) return problemLabels[problem] ?? 'Открыть не удалось';
  if (status === 404) return 'Страницы нет (404)';
  if (status === 410) return 'Страница удалена (410)';
  return `Сайт отвечает ошибкой (${status})`;
}
