import { hasCalendar } from '#domain/exports/items.ts';
import { findSection } from './sections.ts';

/** The same page for other readers: `<link rel="alternate">`. */
interface Alternate {
  type: string;
  title?: string;
  href: string;
}

/** Which twins a page has follows from its address. */
export function alternatesOf(pathname: string): Alternate[] {
  if (pathname === '/') return [json('/'), feed('/news/', 'Новости')];
  if (pathname === '/changes/') return [feed(pathname, 'Что нового')];
  const [, section, rest = ''] = /^\/([\w-]+)\/(.*)$/.exec(pathname) ?? [];
  const kind = findSection(section);
  if (!kind) return [];
  const { many } = kind.titles;
  const hasFeed = kind.keyedBy !== 'code';
  if (rest === '' || /^page\/\d+\/$/.test(rest))
    return [json(pathname), ...(hasFeed ? [feed(kind.path, many)] : [])];
  const [, facet, value] = /^([\w.]+)\/([^/]+)\/$/.exec(rest) ?? [];
  if (facet && value) {
    const query = `?${new URLSearchParams({ [facet]: decodeURIComponent(value) })}`;
    return [
      { ...json(''), href: `/api/${kind.api}${query}` },
      { ...feed('', many), href: `/api/${kind.api}/feed.xml${query}` },
    ];
  }
  const own = { id: /^\d+\/$/, code: /^[\w-]+\/$/ };
  if (kind.keyedBy === null || !own[kind.keyedBy].test(rest)) return [];
  return [
    json(pathname),
    { type: 'text/markdown', href: `${pathname}index.md` },
    ...(kind.name === 'disease' ? [feed(pathname, 'Новое о заболевании')] : []),
    ...(hasCalendar(kind)
      ? [{ type: 'text/calendar', title: 'В календарь', href: `${pathname}event.ics` }]
      : []),
  ];
}

const json = (path: string): Alternate => ({
  type: 'application/json',
  href: `${path}index.json`,
});
const feed = (path: string, title: string): Alternate => ({
  type: 'application/rss+xml',
  title,
  href: `${path}feed.xml`,
});

/** The picture that goes with a link to the page: that of the record, of the therapeutic area, or of the section. */
export function pictureOf(pathname: string, area?: string): string {
  const [, section, id] = /^\/([\w-]+)\/(?:(\d+)\/)?/.exec(pathname) ?? [];
  const kind = findSection(section);
  if (!kind || kind.keyedBy === 'code') return '/og/site.png';
  if (id && kind.keyedBy === 'id') return `/og/${section}/${id}.png`;
  return area ? `/og/area-${area}.png` : `/og/${section}.png`;
}
