import { kinds, kindsByName, type Kind } from './kinds/index.ts';

/** One menu as it travels: `GET /api/navigation` gives a list of these. */
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
 * The menus that ship, in the order of the specification, what they lack in the footer (ruling G8), and the documents
 * that an entry with code `policy` leads to (ruling G48). Editors may put others in their place.
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

/** 'page' on the address itself, 'true' on everything below it. */
export function currentSection(url: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === url) return 'page';
  return url !== '/' && url.endsWith('/') && pathname.startsWith(url) ? 'true' : undefined;
}

/** Whether the address is a section that anonymous visitors find closed. */
export const isForDoctors = (url: string): boolean =>
  kinds.some(({ path, readers }) => path === url && readers === 'doctors');
