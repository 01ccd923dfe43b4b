import { iconHtml, type IconName } from '../icons.ts';
import { formatNumber } from '../numbers.ts';
import { counted } from '../plural.ts';
import { escape } from '../search/highlight.ts';
import { choices, isNarrowed, narrowing, queryOf, without, type Asked, type View } from './asked.ts';
import type { FacetValues, ListAnswer, ListFacts } from './list.ts';

/** «16 протоколов из 418», as the status region says it. */
export function countHtml({ forms }: ListFacts, total: number, whole: number | undefined): string {
  const rest = whole === undefined || whole === total ? '' : ` из ${formatNumber(whole)}`;
  return `<b>${counted(total, forms)}</b>${rest}`;
}

/** The chosen values, each with the way to the list without it. */
export function chipsHtml(
  facts: ListFacts,
  asked: Asked,
  wordOf: (field: string, value: string) => string,
): string {
  if (!isNarrowed(asked)) return '';
  const chips = choices(asked).map(({ field, value }) => {
    const word = escape(wordOf(field, value));
    return `<li><a class="chip" href="${addressIn(facts, without(asked, field, value))}" aria-label="Снять фильтр «${word}»">${word}${iconHtml('x')}</a></li>`;
  });
  const all = chips.length > 1 ? `<li><a class="chip-all" href="${facts.path}">Очистить всё</a></li>` : '';
  return `<ul class="chips" role="list" aria-label="Выбранные фильтры">${chips.join('')}${all}</ul>`;
}

const viewNames: Record<View, { title: string; icon: IconName }> = {
  list: { title: 'Список', icon: 'list' },
  table: { title: 'Таблица', icon: 'table' },
  time: { title: 'Сроки', icon: 'timeline' },
};

/** Ways of showing the list, as fields of the filter's form. */
export function viewsHtml({ views }: ListFacts, { view }: Asked): string {
  if (views.length < 2) return '';
  const radios = views.map((name) => {
    const { title, icon } = viewNames[name];
    return `<label><input type="radio" name="view" value="${name}" form="filter"${name === view ? ' checked' : ''}>${iconHtml(icon)}${title}</label>`;
  });
  return `<fieldset class="views no-print"><legend class="visually-hidden">Вид списка</legend>${radios.join('')}</fieldset>`;
}

/** The list for other programs, and for those who want to hear of its changes. */
export function exportsHtml(facts: ListFacts, asked: Asked): string {
  const parameters = narrowing(asked).toString();
  const query = parameters && `?${escape(parameters)}`;
  const { path, api } = facts;
  const links = [
    `<a href="/api/${api}/list.csv${query}" download>CSV</a>`,
    `<a href="/api/${api}${query}">JSON</a>`,
    // The whole list has files of its own, which need no server.
    `<a href="${query ? `/api/${api}/` : path}feed.xml${query}">RSS</a>`,
    facts.hasCalendar && `<a href="${query ? `/api/${api}/` : path}calendar.ics${query}">Календарь</a>`,
  ];
  const follow = parameters
    ? `<button type="button" class="button" data-variant="secondary" data-size="small" data-follow="filter" data-follow-id="${path}?${escape(parameters)}" data-follow-title="отобранный список">${iconHtml('bell')}Следить за запросом</button>`
    : '';
  return `<span class="exports-title">Этот список:</span> ${links.filter(Boolean).join(' ')}${follow}`;
}

/** Further pages of a filtered list. */
export function pagesHtml(facts: ListFacts, asked: Asked, { total, page_size }: ListAnswer): string {
  const pages = Math.ceil(total / page_size);
  if (pages < 2) return '';
  const step = (to: number, text: string, rel: string) =>
    to < 1 || to > pages
      ? ''
      : `<a class="button" data-variant="secondary" rel="${rel}" href="${addressIn(facts, { ...asked, page: to })}">${text}</a>`;
  return `<nav class="list-pages no-print" aria-label="Страницы списка">${step(asked.page - 1, 'Назад', 'prev')}<span>Страница ${asked.page} из ${pages}</span>${step(asked.page + 1, 'Дальше', 'next')}</nav>`;
}

/** The years of a list of the newest: each narrows the list to itself. */
export function yearsHtml(facts: ListFacts, asked: Asked, { years }: ListAnswer): string {
  if (years.length < 2 && !asked.year) return '';
  const link = (year: string | undefined, text: string) =>
    `<li><a class="chip" href="${addressIn(facts, { ...asked, year, page: 1 })}"${asked.year === year ? ' aria-current="true"' : ''}>${text}</a></li>`;
  const links = years.map(({ year, count }) =>
    link(String(year), `${year}<small>${formatNumber(count)}</small>`),
  );
  return `<nav class="list-years no-print" aria-label="Год начала"><ul class="chips" role="list">${link(undefined, 'Все годы')}${links.join('')}</ul></nav>`;
}

/** Nothing is left: which filter to take off, and how much that would give. */
export function emptyHtml(
  facts: ListFacts,
  asked: Asked,
  { removals, total, page_size }: ListAnswer,
  wordOf: (field: string, value: string) => string,
): string {
  if (total > 0) return beyondHtml(facts, asked, Math.ceil(total / page_size));
  const ways = removals
    .filter(({ count }) => count > 0)
    .map(
      ({ field, value, count }) =>
        `<li><a href="${addressIn(facts, without(asked, field, value))}">Снять фильтр «${escape(wordOf(field, value))}»</a> — станет ${counted(count, facts.forms)}</li>`,
    );
  const help = ways.length
    ? `<ul>${ways.join('')}</ul>`
    : `<p>Снять один фильтр мало. <a href="${facts.path}">Показать весь список</a></p>`;
  return `<div class="list-empty"><p><b>Под эти условия не подходит ни одна запись.</b></p>${help}</div>`;
}

/** The address asks for a page behind the last one: the list may have become shorter. */
function beyondHtml(facts: ListFacts, asked: Asked, pages: number): string {
  const last = pages > 1 ? `<a href="${addressIn(facts, { ...asked, page: pages })}">К последней</a> · ` : '';
  return `<div class="list-empty"><p><b>Страницы ${asked.page} в этом списке нет: ${pages === 1 ? 'он умещается на одной' : `последняя — ${pages}`}.</b></p><p>${last}<a href="${addressIn(facts, { ...asked, page: 1 })}">К первой</a></p></div>`;
}

/** The word of a chosen value: facets bring their names along. */
export const wordsIn =
  (facets: readonly FacetValues[], letterOf: (slug: string) => string) =>
  (field: string, value: string): string => {
    if (field === 'letter') return `Буква ${letterOf(value)}`;
    if (field === 'year') return `${value} год`;
    const facet = facets.find((one) => one.field === field);
    return facet?.values.find(({ id }) => id === value)?.value ?? value;
  };

const addressIn = (facts: ListFacts, asked: Asked) => escape(facts.path + queryOf(asked));
