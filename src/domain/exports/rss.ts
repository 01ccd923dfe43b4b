import { portalDay } from '../dates.ts';
import { escapeHtml } from '../escape.ts';

interface Feed {
  title: string;
  description: string;
  /** Absolute addresses of the page and of the feed. */
  url: string;
  self: string;
  items: readonly FeedItem[];
}
export interface FeedItem {
  title: string;
  url: string;
  /** ISO moment or day. */
  date: string;
  text?: string | undefined;
  /** Full HTML, where the feed includes it. */
  content?: string | undefined;
  category?: string | undefined;
}

/** RSS 2.0. A changed record appears as a new item: its day is part of the guid. */
export function rssOf({ title, description, url, self, items }: Feed): string {
  const lines = items.map(
    (item) =>
      `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link>` +
      `<guid isPermaLink="false">${xml(`${item.url} ${portalDay(item.date)}`)}</guid>` +
      `<pubDate>${new Date(item.date).toUTCString()}</pubDate>` +
      (item.category ? `<category>${xml(item.category)}</category>` : '') +
      (item.text ? `<description>${xml(item.text)}</description>` : '') +
      (item.content ? `<content:encoded>${xml(item.content)}</content:encoded>` : '') +
      '</item>',
  );
  // Latest item instead of "now", so that equal records give equal bytes.
  const last = items
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>',
    `<title>${xml(title)}</title><link>${xml(url)}</link><description>${xml(description)}</description><language>ru</language>`,
    `<atom:link rel="self" type="application/rss+xml" href="${xml(self)}"/>`,
    ...(last ? [`<lastBuildDate>${new Date(last).toUTCString()}</lastBuildDate>`] : []),
    `<image><url>${xml(new URL('/icon-144.png', url).href)}</url><title>${xml(title)}</title><link>${xml(url)}</link></image>`,
    ...lines,
    '</channel></rss>\n',
  ].join('');
}

/** Drops characters that XML 1.0 cannot hold. */
const xml = (text: string) =>
  escapeHtml(text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''));
