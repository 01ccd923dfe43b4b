import { sayAges } from '../../ages.ts';
import { formatDay } from '../../dates.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import { programme } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { tableHtml, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['entitlement']>;

/** Rules as a table: programme, age, where, who pays, until when. */
export const entitlementRows: Rows<Card> = (cards, { path, names }) =>
  tableHtml(
    ['Правило', 'Программа', 'Возраст', 'Где', 'Кто платит'],
    cards.map((card) => {
      const { id, title, programme: name, age_from: from, age_to: to, subjects = [], payer = '' } = card;
      const until = card.valid_to && `<small>действует по ${formatDay(card.valid_to)}</small>`;
      return {
        head: `<a href="${path}${id}/">${titleHtml(title)}</a>${until ?? ''}`,
        cells: [
          name ? escape(programme[name]) : '',
          sayAges(from, to) || 'любой',
          subjects.map((code) => escape(names.termOf('subject', code))).join(', ') || 'вся Россия',
          escape(payer),
        ],
      };
    }),
  );
