import { isDeepStrictEqual } from 'node:util';
import type { DeskMenu } from '#contract/desk.ts';
import { navigation, type NavigationEntry } from '#domain/navigation.ts';
import { hasAddress } from '../catalogue/addresses.ts';
import { renewPages } from '../catalogue/terms.ts';
import { audit } from '../audit/audit.ts';
import type { ReadDatabase } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';

const menuTitles: Record<string, string> = {
  main: 'Меню в шапке',
  mobile: 'Меню на телефоне',
  footer: 'Все разделы внизу страниц',
  policy: 'Документы внизу страниц',
};

export async function currentNavigation(db: ReadDatabase): Promise<NavigationEntry[]> {
  const rows = await db.selectFrom('menus').select(['code', 'items']).execute();
  const changed = new Map(
    rows.map(({ code, items }) => [code, JSON.parse(items) as NavigationEntry['items']]),
  );
  return navigation.map((entry) => ({ code: entry.code, items: changed.get(entry.code) ?? entry.items }));
}

async function menusForDesk(db: ReadDatabase): Promise<DeskMenu[]> {
  const rows = await db.selectFrom('menus').select('code').execute();
  const changed = new Set(rows.map(({ code }) => code));
  return (await currentNavigation(db)).map((entry) => ({
    ...entry,
    title: menuTitles[entry.code] ?? entry.code,
    is_changed: changed.has(entry.code),
  }));
}

export const menuHandlers = {
  'GET /api/editors/navigation': (caller) => menusForDesk(caller.db),
  /**
   * Replaces a menu. An empty one, or one equal to the default, removes the override, so that it follows
   * releases.
   */
  'POST /api/editors/navigation/{code}': async (caller, { path: { code }, input: { items } }) => {
    const shipped = navigation.find((entry) => entry.code === code);
    if (!shipped) throw new HttpError(404, 'Такого меню нет.');
    const isChanged = items.length > 0 && !isDeepStrictEqual(items, shipped.items);
    return await caller.database.transaction(async (tx) => {
      if (isChanged) await demandAddresses(tx, items, shipped.items);
      await tx.deleteFrom('menus').where('code', '=', code).execute();
      if (isChanged)
        await tx
          .insertInto('menus')
          .values({ code, items: JSON.stringify(items), updated_at: caller.now().toISOString() })
          .execute();
      await renewPages(tx);
      await audit(tx, caller, 'navigation changed', {
        details: `${code}: ${isChanged ? items.map(({ title }) => title).join(', ') : 'исходное'}`,
      });
      return await menusForDesk(tx);
    });
  },
} satisfies Partial<Handlers>;

/** What a release ships is known to answer; other addresses of this site must. */
async function demandAddresses(
  db: ReadDatabase,
  items: NavigationEntry['items'],
  shipped: NavigationEntry['items'],
): Promise<void> {
  const known = new Set(shipped.map(({ url }) => url));
  for (const { title, url } of items)
    if (url.startsWith('/') && !known.has(url) && !(await hasAddress(db, url)))
      throw new HttpError(
        422,
        `Пункт «${title}» ведёт на ${url}, а такой страницы на портале нет. Проверьте адрес или сначала опубликуйте страницу.`,
        'items',
      );
}
