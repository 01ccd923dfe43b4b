import { plural } from '../plural.ts';
import { escapeHtml } from '../escape.ts';
import type { Match } from './index.ts';
import { cautionOf, withoutWord } from './sureness.ts';

/** A page of results as `GET /api/search` gives it; titles are HTML already, with nothing in it but `<mark>`. */
export interface ResultsPage {
  items: readonly {
    kind: string;
    what: string;
    url: string;
    title: string;
    hint: string;
    why?: string | undefined;
  }[];
  total: number;
  page: number;
  page_size: number;
  kinds: readonly { kind: string; title: string; count: number }[];
  match: Match | 'nothing';
  left_out: readonly string[];
  read_as: string | null;
  suggestions: readonly string[];
}

/** What was asked for, as the address of /search/ says it. */
export interface Asked {
  query: string;
  kind?: string | undefined;
  page: number;
}

/** The address that asks this. */
export function searchAddress({ query, kind, page }: Asked): string {
  const parameters = new URLSearchParams({
    q: query,
    ...(kind && { kind }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/search/?${parameters}`;
}

/**
 * The results as HTML, the same from the server (without any script) and in the browser (without the server).
 * Everything but the marked titles is escaped here.
 */
export function resultsHtml(asked: Asked, results: ResultsPage): string {
  if (results.total === 0) return nothingFound(asked, results);
  const count = `${results.total} ${plural(results.total, ['результат', 'результата', 'результатов'])}`;
  return [
    `<p class="results-count" role="status">По запросу «${escapeHtml(asked.query)}» — ${count}</p>`,
    cautionHtml(asked, results),
    results.read_as && `<p class="small muted">Показаны результаты по «${escapeHtml(results.read_as)}».</p>`,
    kindsHtml(asked, results),
    `<ol class="results-list" start="${(results.page - 1) * results.page_size + 1}">`,
    ...results.items.map(
      ({ what, url, title, hint, why }) =>
        `<li><a href="${escapeHtml(url)}">${title}</a><p class="small muted">${[escapeHtml([what, hint].filter(Boolean).join('\u00a0· ')), why].filter(Boolean).join('\u00a0· ')}</p></li>`,
    ),
    '</ol>',
    pagesHtml(asked, results),
  ]
    .filter(Boolean)
    .join('');
}

/** What stands above names that are only like the query, with one press to leave a word out. */
function cautionHtml(asked: Asked, { match, left_out, items }: ResultsPage): string {
  const caution = cautionOf(
    match,
    left_out,
    items.some(({ kind }) => kind === 'disease'),
  );
  if (!caution) return '';
  const shorter = left_out
    .map((word) => [word, withoutWord(asked.query, word)] as const)
    .filter(([, query]) => query !== '' && query !== asked.query)
    .map(([word, query]) => `<li>${link({ query, page: 1 }, `без «${escapeHtml(word)}»`)}</li>`)
    .join('');
  return [
    `<div class="results-caution"><h2>${escapeHtml(caution.heading)}</h2>`,
    caution.text && `<p>${escapeHtml(caution.text)}</p>`,
    shorter && `<p>Искать:</p><ul>${shorter}</ul>`,
    '</div>',
  ].join('');
}

function nothingFound({ query }: Asked, { suggestions }: ResultsPage): string {
  const links = suggestions
    .map((title) => `<li>${link({ query: title, page: 1 }, escapeHtml(title))}</li>`)
    .join('');
  return [
    `<p class="results-count" role="status">Ничего не нашлось по «${escapeHtml(query)}»</p>`,
    links && `<p>Возможно, вы искали:</p><ul class="results-suggestions">${links}</ul>`,
    '<p class="muted">Проверьте написание или введите код: ORPHA, МКБ-10, OMIM, символ гена. ',
    'Весь список — в разделах <a href="/deseases/">Заболевания</a> и <a href="/drugs/">Терапия</a>.</p>',
  ].join('');
}

function kindsHtml(asked: Asked, { kinds }: ResultsPage): string {
  if (kinds.length < 2 && !asked.kind) return '';
  const all = { kind: undefined, title: 'Все', count: kinds.reduce((sum, { count }) => sum + count, 0) };
  const items = [all, ...kinds].map(({ kind, title, count }) => {
    const current = kind === asked.kind ? ' aria-current="true"' : '';
    return `<li>${link({ query: asked.query, kind, page: 1 }, `${escapeHtml(title)} <span class="muted">${count}</span>`, current)}</li>`;
  });
  return `<nav aria-label="Виды записей"><ul class="results-kinds">${items.join('')}</ul></nav>`;
}

function pagesHtml(asked: Asked, { total, page, page_size }: ResultsPage): string {
  const pages = Math.ceil(total / page_size);
  if (pages < 2) return '';
  const step = (to: number, text: string, rel: string) =>
    to < 1 || to > pages
      ? ''
      : link({ ...asked, page: to }, text, ` class="button" data-variant="secondary" rel="${rel}"`);
  return `<nav class="results-pages" aria-label="Страницы результатов">${step(page - 1, 'Назад', 'prev')}<span>Страница ${page} из ${pages}</span>${step(page + 1, 'Дальше', 'next')}</nav>`;
}

const link = (asked: Asked, html: string, attributes = '') =>
  `<a href="${escapeHtml(searchAddress(asked))}"${attributes}>${html}</a>`;
