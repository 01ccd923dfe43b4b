import { iconHtml } from '../icons.ts';
import { formatNumber } from '../numbers.ts';
import { escape } from '../search/highlight.ts';
import { choices, spelt, type Asked } from './asked.ts';
import type { FacetValues, ListFacts } from './list.ts';

/** A long facet shows its first values, the others folded. */
const shown = 8;

/**
 * The filters of a list: a form that works without a script. Counts say what a value would leave beside the others;
 * they are left out where they are not known.
 */
export function formHtml(facts: ListFacts, facets: readonly FacetValues[], asked: Asked): string {
  const filled = facets.filter(({ values }) => values.length > 0);
  if (filled.length === 0) return '';
  const count = choices(asked).length;
  const hidden = [
    ['letter', asked.letter],
    ['year', asked.year],
  ].map(([name, value]) => (value ? `<input type="hidden" name="${name}" value="${escape(value)}">` : ''));
  return [
    `<form class="filter" id="filter" method="get" action="${facts.path}" autocomplete="off" aria-label="Фильтры"><details>`,
    `<summary>${iconHtml('adjustments')}Фильтры<b class="filter-chosen"${count ? '' : ' hidden'}>${count}</b></summary>`,
    ...filled.map((facet) => fieldsetHtml(facet, asked.facets[facet.field] ?? [])),
    ...hidden,
    '<p class="filter-deeds"><button type="submit" class="button" data-variant="secondary">Показать</button></p>',
    '</details></form>',
  ].join('');
}

function fieldsetHtml({ field, title, values }: FacetValues, chosen: readonly string[]): string {
  const isLong = values.length > shown + 2;
  const lines = values.map(({ id, value, count }) => {
    const isChosen = chosen.includes(id);
    const number = count < 0 ? '' : formatNumber(count);
    return `<li><label><input type="checkbox" name="${escape(field)}" value="${escape(spelt(id))}"${isChosen ? ' checked' : ''}>${escape(value)}<small>${number}</small></label></li>`;
  });
  const list = (part: readonly string[]) => `<ul role="list">${part.join('')}</ul>`;
  if (!isLong) return `<fieldset><legend>${escape(title)}</legend>${list(lines)}</fieldset>`;
  const isOpen = values.slice(shown).some(({ id }) => chosen.includes(id));
  const more = `<details class="facet-more"${isOpen ? ' open' : ''}><summary>Ещё ${values.length - shown}</summary>${list(lines.slice(shown))}</details>`;
  return `<fieldset><legend>${escape(title)}</legend>${list(lines.slice(0, shown))}${more}</fieldset>`;
}
