import { formatDay } from '../../dates.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import type { Rows } from '../records.ts';
import { titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['news']>;

/** News by date. */
export const newsRows: Rows<Card> = (cards, { path }) => {
  const rows = cards.map(({ id, title, date, lead, topics = [] }) =>
    [
      '<li>',
      date && `<time datetime="${date}">${formatDay(date)}</time>`,
      `<div><a href="${path}${id}/">${titleHtml(title)}</a>`,
      lead && `<p>${escape(lead)}</p>`,
      topics.length > 0 && `<p class="news-topics">${escape(topics.join('\u00a0· '))}</p>`,
      '</div></li>',
    ]
      .filter(Boolean)
      .join(''),
  );
  return `<ul class="news" role="list">${rows.join('')}</ul>`;
};
