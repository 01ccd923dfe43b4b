import { badgeHtml, guidelineBadges } from '../../badges.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import { guidelineStatus, patients } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { linkList, tableHtml, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['guideline']>;

/** Guidelines as a table: number, year, for whom, whether in force. */
export const guidelineRows: Rows<Card> = (cards, { path, paths, names }) =>
  tableHtml(
    ['Рекомендация', 'Номер', 'Год', 'Для кого', 'Состояние', 'Заболевания'],
    cards.map(({ id, title, number = '', year, patients: whom = [], status, diseases = [] }) => ({
      head: `<a href="${path}${id}/">${titleHtml(title)}</a>`,
      cells: [
        escape(number),
        String(year ?? ''),
        whom.map((code) => patients[code]).join(', '),
        status ? badgeHtml(guidelineBadges[status], guidelineStatus[status]) : '',
        linkList(diseases, paths['disease'] ?? '', names.titleOf),
      ],
    })),
  );
