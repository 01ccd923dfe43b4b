import { kinds, kindsByName, type Kind } from './kinds/index.ts';

/** A menu in `GET /api/navigation`. */
export interface NavigationEntry {
  code: string;
  items: { title: string; url: string }[];
}

const { disease, drug, research, clinic, event, news, project, diagnostic } = kindsByName;
const { guideline, entitlement, resource } = kindsByName;
const cases = kindsByName.case;

const sections = (...list: readonly Kind[]) =>
  list.map(({ titles, path }) => ({ title: titles.many, url: path }));

/**
 * Default menus in the order of the specification, with what they lack in the footer (ruling G8) and the
 * documents of the entry `policy` (ruling G48). Editors may replace them.
 */
export const navigation: readonly NavigationEntry[] = [
  { code: 'main', items: sections(disease, drug, research, cases, clinic, project) },
  { code: 'mobile', items: sections(disease, drug, research, event, clinic, project, news) },
  {
    code: 'footer',
    items: [
      ...sections(disease, drug, research, clinic, diagnostic, guideline, entitlement),
      ...sections(project, event, news, resource, cases),
      { title: 'О портале', url: '/page/' },
      { title: 'Открытые данные', url: '/open-data/' },
      { title: 'Что нового', url: '/changes/' },
      { title: 'Глоссарий', url: '/glossary/' },
      { title: 'Контакты', url: '/contacts/' },
      { title: 'Сохранённое', url: '/saved/' },
    ],
  },
  {
    code: 'policy',
    items: [
      { title: 'Политика обработки персональных данных', url: '/upload/doc/policy.pdf' },
      { title: 'Согласие на обработку персональных данных', url: '/upload/doc/assept.pdf' },
    ],
  },
];

/** 'page' for the address itself, 'true' below it. */
export function currentSection(url: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === url) return 'page';
  return url !== '/' && url.endsWith('/') && pathname.startsWith(url) ? 'true' : undefined;
}

/** Whether the address is closed to anonymous visitors. */
export const isForDoctors = (url: string): boolean =>
  kinds.some(({ path, readers }) => path === url && readers === 'doctors');
