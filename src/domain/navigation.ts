import { desktopMenu, mobileMenu, siteMap } from './menus.ts';
import type { Kind } from './kinds/index.ts';

/** One menu as it travels: `GET /api/navigation` gives a list of these. */
export interface NavigationEntry {
  code: string;
  items: { title: string; url: string }[];
}

const entry = (code: string, kinds: readonly Kind[]): NavigationEntry => ({
  code,
  items: kinds.map((kind) => ({ title: kind.titles.many, url: kind.path })),
});

/** Every menu of the portal, and the documents that an entry with code `policy` leads to (ruling G48). */
export const navigation: readonly NavigationEntry[] = [
  entry('main', desktopMenu),
  entry('mobile', mobileMenu),
  entry('footer', siteMap),
  {
    code: 'policy',
    items: [
      { title: 'Политика обработки персональных данных', url: '/upload/doc/policy.pdf' },
      { title: 'Согласие на обработку персональных данных', url: '/upload/doc/assept.pdf' },
    ],
  },
];
