import { badgeHtml } from '../../badges.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { sayStanding } from '../../registration.ts';
import { escape } from '../../search/highlight.ts';
import { drugList, drugRoute } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { joined, linkList, tableHtml, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['drug']>;

/** Drugs as a table: status by icon and word. */
export const drugRows: Rows<Card> = (cards, { path, paths, names, today }) =>
  tableHtml(
    ['Препарат', 'МНН', 'Заболевания', 'Регистрация в России', 'Перечни'],
    cards.map((card) => {
      const { id, title, atc = [], inn, inn_en: english, diseases = [], routes = [], registration } = card;
      const below = joined(atc.join(', '), routes.map((route) => drugRoute[route].toLowerCase()).join(', '));
      const { text, ...badge } = sayStanding(registration, today);
      return {
        head: `<a href="${path}${id}/">${titleHtml(title)}</a>${below ? `<small>${escape(below)}</small>` : ''}`,
        cells: [
          inn ? escape(inn) : english ? `<span lang="en">${escape(english)}</span>` : 'Нет данных',
          linkList(diseases, paths['disease'] ?? '', names.titleOf) || 'Не указаны',
          // What nobody has compared is no state to catch the eye.
          (registration?.state ?? 'unknown') === 'unknown'
            ? '<span class="muted">Не сверено</span>'
            : badgeHtml(badge, text),
          sayLists(card),
        ],
      };
    }),
  );

/** The lists that a drug is in; a list that was read and lacks it is said so, one that was not read is no «no». */
function sayLists({ lists = [], lists_checked: checked = [] }: Card): string {
  const absent = checked.filter((name) => !lists.includes(name));
  const words = [
    lists.length > 0 && escape(lists.map((name) => drugList[name]).join(', ')),
    absent.length > 0 &&
      `<small>не входит: ${escape(absent.map((name) => drugList[name]).join(', '))}</small>`,
  ].filter(Boolean);
  return words.join(' ') || '<span class="muted">Не сверено</span>';
}
