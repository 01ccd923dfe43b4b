import type { APIRoute } from 'astro';
import { historyOf } from '#components/record/changes.ts';
import { findSection, listedSections } from '#components/chrome/sections.ts';
import { renderProse } from '#components/prose.ts';
import { getFields, latest, lastChanged, siteWords } from '#data/catalogue.ts';
import { feedItem } from '#domain/exports/items.ts';
import { rssOf } from '#domain/exports/rss.ts';
import type { KindName } from '#domain/kinds/index.ts';

const entries = 30;

/** What a reader of the feed need not come here for: the text of news, what a disease is. */
function textOf(kind: KindName, id: number): string | undefined {
  const text =
    kind === 'news'
      ? getFields('news', id, ['body'])?.body
      : kind === 'disease'
        ? getFields('disease', id, ['about'])?.about
        : undefined;
  // Readers of feeds compare and search the text: its spaces are ordinary.
  return text && renderProse(text).html.replaceAll('\u00a0', ' ');
}

export const getStaticPaths = () => listedSections.map(({ section }) => ({ params: { section } }));

export const GET: APIRoute = ({ params, site }) => {
  const kind = findSection(params['section']);
  if (!kind || kind.keyedBy === 'code' || !site) return new Response(null, { status: 404 });
  const name = kind.name as KindName;
  const cards = kind.order.by === 'newest' ? latest(name, entries) : lastChanged(name, entries);
  const { title } = siteWords();
  return new Response(
    rssOf({
      title: `${kind.titles.many} — ${title}`,
      description: `${kind.titles.many}: новые и изменённые записи`,
      url: new URL(kind.path, site).href,
      self: new URL(`${kind.path}feed.xml`, site).href,
      items: cards.map((card) => ({
        ...feedItem(kind, card, site.href, historyOf(kind, card)[0]),
        content: textOf(name, card.id),
      })),
    }),
  );
};
