import { formatSpan, leafOf } from '../../dates.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import { eventFormat } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { joined, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['event']>;

/** Events with a calendar leaf each. */
export const eventRows: Rows<Card> = (cards, { path }) => {
  const rows = cards.map((card) => {
    const { id, title, starts_at: start = '', ends_at: end, zone = 'Europe/Moscow', place, format } = card;
    const leaf = leafOf(start);
    const facts = joined(format && eventFormat[format], place);
    return [
      `<li><span class="leaf" aria-hidden="true">${leaf.day}<small>${leaf.month}</small></span>`,
      `<div><a href="${path}${id}/">${titleHtml(title)}</a><p class="event-facts">`,
      `<time datetime="${escape(start)}">${escape(formatSpan(start, end, zone))}</time>`,
      `${facts && `\u00a0· ${escape(facts)}`}</p></div></li>`,
    ].join('');
  });
  return `<ul class="events" role="list">${rows.join('')}</ul>`;
};
