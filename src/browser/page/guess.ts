import { nearest, wordsOf } from './addressWords.ts';

interface Like {
  href: string;
  title: string;
}

/** As many as fit under a heading without a scroll. */
const most = 5;

/** A mistaken address: its words go into the search, and what it may have meant stands below as links. */
export async function guessPage(place: HTMLElement): Promise<void> {
  const words = wordsOf(location.pathname);
  const field = place.querySelector('input');
  if (field) field.value = words;
  const found = await Promise.all([nearPage(), words ? search(words) : []]);
  const likes = [...new Map(found.flat().map((like) => [like.href, like])).values()].slice(0, most);
  const region = place.querySelector<HTMLElement>('[data-likes]');
  if (!region || likes.length === 0) return;
  const lines = likes.map(({ href, title }) => {
    const line = document.createElement('li');
    line.append(Object.assign(document.createElement('a'), { href, textContent: title }));
    return line;
  });
  region.querySelector('ul')?.replaceChildren(...lines);
  region.hidden = false;
}

/** The same address in the section whose name is spelt nearly so, or that section. */
async function nearPage(): Promise<Like[]> {
  const [, first = '', ...deeper] = location.pathname.split('/');
  const rest = deeper.join('/');
  const sections = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].flatMap(({ pathname, textContent }) => {
      const [, name] = /^\/([^/]+)\/$/.exec(pathname) ?? [];
      return name ? [[name, textContent.trim()] as const] : [];
    }),
  );
  const name = nearest(first, [...sections.keys()]);
  if (!name) return [];
  const href = `/${name}/`;
  if (rest) {
    const page = await fetch(href + rest).catch(() => undefined);
    const title = page?.ok && titleIn(await page.text());
    if (title) return [{ href: new URL(page.url).pathname, title }];
  }
  return [{ href, title: sections.get(name) ?? name }];
}

async function search(query: string): Promise<Like[]> {
  try {
    const answer = await fetch(`/api/search?${new URLSearchParams({ query })}`);
    const { data } = (await answer.json()) as { data?: { items?: { url: string; title: string }[] } };
    return (data?.items ?? []).map(({ url, title }) => ({
      href: new URL(url, location.origin).pathname,
      title,
    }));
  } catch {
    return [];
  }
}

/** The title of a page without the site's name. */
const titleIn = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').title.split(' — ').slice(0, -1).join(' — ');
