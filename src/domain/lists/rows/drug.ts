import { badgeHtml, registrationBadges } from '../../badges.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import { registrationState } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { linkList, tableHtml, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['drug']>;

/** Drugs as a table: status by icon and word. */
export const drugRows: Rows<Card> = (cards, { path, paths, names }) =>
  tableHtml(
    ['Препарат', 'МНН', 'Заболевания', 'Регистрация в России'],
    cards.map((card) => {
      const { id, title, atc = [], inn, inn_en: english, diseases = [] } = card;
      const state = card.registration?.state ?? 'unknown';
      return {
        head: `<a href="${path}${id}/">${titleHtml(title)}</a>${atc.length ? `<small>${escape(atc.join(', '))}</small>` : ''}`,
        cells: [
          inn ? escape(inn) : english ? `<span lang="en">${escape(english)}</span>` : 'Нет данных',
          linkList(diseases, paths['disease'] ?? '', names.titleOf) || 'Не указаны',
          // What nobody has found out is no state to catch the eye.
          state === 'unknown'
            ? '<span class="muted">Нет сведений</span>'
            : badgeHtml(registrationBadges[state], registrationState[state]),
        ],
      };
    }),
  );
