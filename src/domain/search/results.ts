import { counted } from '../plural.ts';
import { fromHtml, type HighlightSpan } from './highlight.ts';
import type { MatchQuality } from './index.ts';
import { shortestQuery } from './limits.ts';
import type { LinkedList } from './lists.ts';
import type { PortalPage } from './portal.ts';
import { cautionOf, withoutWord } from './match-quality.ts';

/** Page of results in `GET /api/search`; titles and reasons are HTML with `<mark>` only. */
export interface ResultsPage {
  items: readonly {
    kind: string;
    what: string;
    url: string;
    title: string;
    hint: string;
    why?: string | undefined;
    linked?: readonly LinkedList[] | undefined;
  }[];
  total: number;
  page: number;
  page_size: number;
  kinds: readonly { kind: string; title: string; count: number }[];
  match: MatchQuality | 'nothing';
  left_out: readonly string[];
  used: readonly string[];
  guessed: readonly string[];
  /** The list that the query asks for. */
  wish: { kind: string; title: string; url: string } | null;
  read_as: string | null;
  suggestions: readonly string[];
  /** Pages of the portal that the query asks for. */
  portal: readonly PortalPage[];
}

export interface SearchRequest {
  query: string;
  kind?: string | undefined;
  page: number;
}

export function searchAddress({ query, kind, page }: SearchRequest): string {
  const parameters = new URLSearchParams({
    q: query,
    ...(kind && { kind }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/search/?${parameters}`;
}

/*
 * Texts of the search screens without markup: rendered by components/search on the server and by
 * browser/search in templates of the same components. `undefined` means no element.
 */

/** `attributes` and `text` of the element. */
export interface LinkWords {
  attributes: Readonly<Record<string, string>>;
  text: string | readonly HighlightSpan[];
}

export interface LinksWords {
  links: readonly { link: LinkWords }[];
}

export interface CautionWords {
  heading: string;
  words: string | undefined;
  /** The query without one of its missing words. */
  shorter: LinksWords | undefined;
}

export interface NothingWords {
  heading: string;
  suggestions: LinksWords | undefined;
}

export interface LineWords {
  link: LinkWords;
  /** The matching synonym or code. */
  why: readonly HighlightSpan[] | undefined;
  about: string | undefined;
  linked: LinksWords | undefined;
}

export interface ResultsWords {
  status: string | undefined;
  caution: CautionWords | undefined;
  readAs: string | undefined;
  portal: LinksWords | undefined;
  /** The list that the question asks for. */
  asked: { link: LinkWords } | undefined;
  kinds: { links: readonly { link: LinkWords; count: string }[] } | undefined;
  lines: { attributes: Readonly<Record<string, string>>; items: readonly LineWords[] } | undefined;
  pages: { previous: LinkWords | undefined; place: string; next: LinkWords | undefined } | undefined;
  nothing: NothingWords | undefined;
}

const resultForms = ['результат', 'результата', 'результатов'] as const;
export const countedResults = (count: number): string => counted(count, resultForms);

export function resultsWords(request: SearchRequest, results: ResultsPage): ResultsWords {
  const { query } = request;
  const isFound = results.total > 0;
  const items = withoutTwins(results.items, ({ title }) => title);
  return {
    status: isFound ? `По запросу «${query}» — ${countedResults(results.total)}` : undefined,
    caution: cautionWords(
      query,
      results.match,
      { used: results.used, leftOut: results.left_out, guessed: results.guessed },
      items.some(({ kind }) => kind === 'disease'),
    ),
    readAs: isFound && results.read_as ? readAsWords(results.read_as) : undefined,
    asked: wordsOfQuery(
      results.wish?.kind,
      items.map(({ title, linked }) => ({ title: textOf(title), linked })),
      results.wish ?? undefined,
    ),
    kinds: kindsWords(request, results.kinds),
    lines: isFound
      ? {
          attributes: { start: String((results.page - 1) * results.page_size + 1) },
          items: items.map(({ url, title, what, hint, why, linked }) => ({
            link: { attributes: { href: url }, text: fromHtml(title) },
            why: why ? fromHtml(why) : undefined,
            about: [what, hint].filter(Boolean).join(' · '),
            linked: linked?.length ? { links: linked.map((list) => ({ link: listLink(list) })) } : undefined,
          })),
        }
      : undefined,
    pages: pagesWords(request, results),
    portal:
      results.portal.length > 0
        ? { links: results.portal.map((page) => ({ link: listLink(page) })) }
        : undefined,
    nothing: isFound || results.portal.length > 0 ? undefined : nothingWords(query, results.suggestions),
  };
}

const textOf = (html: string) =>
  fromHtml(html)
    .map(({ text }) => text)
    .join('');
const listLink = ({ url, title }: { url: string; title: string }): LinkWords => ({
  attributes: { href: url },
  text: title,
});

/** The list that a question asks for, filtered by its disease if it names one. */
export function wordsOfQuery(
  kind: string | undefined,
  lines: readonly { title: string; linked?: readonly LinkedList[] | undefined }[],
  whole?: { title: string; url: string },
): { link: LinkWords } | undefined {
  for (const { title, linked } of lines) {
    const list = linked?.find((one) => one.kind === kind);
    if (list) return { link: listLink({ url: list.url, title: `${title}: ${list.title}` }) };
  }
  return whole && { link: listLink({ ...whole, title: `Весь раздел: ${whole.title}` }) };
}

export const readAsWords = (text: string): string => `Показаны результаты по «${text}».`;

/** Warning above similar names, with links that drop a missing word. */
export function cautionWords(
  query: string,
  match: ResultsPage['match'],
  words: {
    used?: readonly string[] | undefined;
    leftOut: readonly string[];
    guessed?: readonly string[] | undefined;
  },
  hasDiseases: boolean,
): CautionWords | undefined {
  const caution = cautionOf(match, words, hasDiseases);
  if (!caution) return undefined;
  const links = [...words.leftOut, ...(words.guessed ?? [])].flatMap((word) => {
    const shorter = withoutWord(query, word);
    return shorter === '' || shorter === query
      ? []
      : [{ link: linkTo({ query: shorter, page: 1 }, `без «${word}»`) }];
  });
  return {
    heading: caution.heading,
    words: caution.text || undefined,
    shorter: links.length > 0 ? { links } : undefined,
  };
}

export function nothingWords(query: string, suggestions: readonly string[]): NothingWords {
  return {
    heading: query.length < shortestQuery ? tooShort : `Ничего не нашлось по запросу «${query}».`,
    suggestions: queriesWords(suggestions),
  };
}

export const tooShort = 'Поиск начинается с двух букв.';

export const queriesWords = (queries: readonly string[]): LinksWords | undefined =>
  queries.length > 0
    ? { links: queries.map((query) => ({ link: linkTo({ query, page: 1 }, query) })) }
    : undefined;

/** A register may be both a trial and a project: only the trial is listed, because it has a page. */
export function withoutTwins<Line extends { kind: string }>(
  lines: readonly Line[],
  titleOf: (line: Line) => string,
): Line[] {
  const wordsOf = (line: Line) => titleOf(line).toLowerCase();
  const trials = new Set(lines.filter(({ kind }) => kind === 'research').map(wordsOf));
  return lines.filter((line) => line.kind !== 'project' || !trials.has(wordsOf(line)));
}

function kindsWords(request: SearchRequest, kinds: ResultsPage['kinds']): ResultsWords['kinds'] {
  if (kinds.length < 2 && !request.kind) return undefined;
  const all = { kind: undefined, title: 'Все', count: kinds.reduce((sum, { count }) => sum + count, 0) };
  return {
    links: [all, ...kinds].map(({ kind, title, count }) => {
      const { attributes } = linkTo({ query: request.query, kind, page: 1 }, title);
      const current: Record<string, string> = kind === request.kind ? { 'aria-current': 'true' } : {};
      return { link: { attributes: { ...attributes, ...current }, text: title }, count: String(count) };
    }),
  };
}

function pagesWords(request: SearchRequest, { total, page, page_size }: ResultsPage): ResultsWords['pages'] {
  const pages = Math.ceil(total / page_size);
  if (pages < 2) return undefined;
  const step = (to: number, text: string) =>
    to < 1 || to > pages ? undefined : linkTo({ ...request, page: to }, text);
  return {
    previous: step(page - 1, 'Назад'),
    place: `Страница ${page} из ${pages}`,
    next: step(page + 1, 'Дальше'),
  };
}

const linkTo = (request: SearchRequest, text: string): LinkWords => ({
  attributes: { href: searchAddress(request) },
  text,
});
