import type { APIRoute } from 'astro';
import { lastChanges } from '#components/record/changes.ts';
import { feedItem } from '#domain/exports/items.ts';
import { rssOf } from '#domain/exports/rss.ts';
import { siteWords } from '#data/catalogue.ts';

const entries = 60;

/** What is new on the whole portal, with the fields that changed. */
export const GET: APIRoute = ({ site }) => {
  if (!site) return new Response(null, { status: 404 });
  return new Response(
    rssOf({
      title: `Что нового — ${siteWords().title}`,
      description: 'Новые и изменённые записи каталога: какие поля изменились',
      url: new URL('/changes/', site).href,
      self: new URL('/changes/feed.xml', site).href,
      items: lastChanges(entries)
        .slice(0, entries)
        .map(({ kind, card, edit }) => ({ ...feedItem(kind, card, site.href, edit), date: edit.at })),
    }),
  );
};
