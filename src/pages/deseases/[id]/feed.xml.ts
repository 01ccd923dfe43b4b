import type { APIRoute } from 'astro';
import { historyOf } from '#components/record/changes.ts';
import { backlinks, detailPaths, getCards, siteWords } from '#data/catalogue.ts';
import { feedItem } from '#domain/exports/items.ts';
import { rssOf } from '#domain/exports/rss.ts';
import {
  addressOf,
  kindsByName,
  publicKinds,
  type AnyCard,
  type Kind,
  type KindName,
} from '#domain/kinds/index.ts';

const entries = 30;

export const getStaticPaths = () => detailPaths('disease');

/** What is new about a disease: its own record and all that names it. */
export const GET: APIRoute = ({ params, site }) => {
  const id = Number(params['id']);
  const [card] = getCards('disease', [id]);
  if (!card || !site) return new Response(null, { status: 404 });
  const { disease } = kindsByName;
  const itemOf = (kind: Kind, one: AnyCard) => feedItem(kind, one, site.href, historyOf(kind, one)[0]);
  const items = publicKinds
    .flatMap((kind) =>
      backlinks(kind.name as KindName, id).cards.map((found) => itemOf(kind, found as AnyCard)),
    )
    .concat(itemOf(disease, card))
    .toSorted((one, other) =>
      one.date < other.date ? 1 : one.date > other.date ? -1 : one.url < other.url ? -1 : 1,
    );
  const path = addressOf(disease, card);
  return new Response(
    rssOf({
      title: `${card.title} — ${siteWords().title}`,
      description: `Новое о заболевании: препараты, исследования, учреждения, новости`,
      url: new URL(path, site).href,
      self: new URL(`${path}feed.xml`, site).href,
      items: items.slice(0, entries),
    }),
  );
};
