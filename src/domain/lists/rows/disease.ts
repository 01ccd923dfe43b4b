import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import { disorderType, tier, titleStatus } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { joined, tableHtml, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['disease']>;

/** Diseases as rows: name, what the original is called, codes. */
export const diseaseRows: Rows<Card> = (cards, { path, view }) => {
  const nameOf = ({ id, title }: Card) => `<a href="${path}${id}/">${titleHtml(title)}</a>`;
  const english = ({ title_en: name }: Card) => (name ? `<span lang="en">${escape(name)}</span>` : '');
  const kind = ({ type }: Card) => (type && type !== 'disease' ? disorderType[type].toLowerCase() : '');
  const doubt = ({ title_status: status }: Card) =>
    status === 'translated' || status === 'unsure'
      ? `<span class="row-doubt">${titleStatus[status]}</span>`
      : '';
  /** Whoever looks for a text sees before the click that there is none; «Полная» would stand where nothing is missing. */
  const tierOf = ({ tier: code }: Card) =>
    code && code !== 'full' ? `<span class="pill">${tier[code]}</span>` : '';
  if (view === 'table')
    return tableHtml(
      ['Заболевание', 'Английское название', 'ORPHA', 'МКБ-10', 'Тип записи'],
      cards.map((card) => ({
        head: nameOf(card) + tierOf(card) + doubt(card),
        cells: [
          english(card),
          String(card.orpha ?? ''),
          escape((card.icd10 ?? []).map(({ code }) => code).join(', ')),
          card.type ? disorderType[card.type] : '',
        ],
      })),
    );
  const rows = cards.map((card) => {
    const codes = joined(
      card.orpha && `ORPHA:${card.orpha}`,
      card.icd10?.[0] && `МКБ-10\u00a0${card.icd10[0].code}`,
      kind(card),
    );
    const facts = [english(card), escape(codes), tierOf(card)].filter(Boolean).join('\u00a0· ');
    return `<li>${nameOf(card)}<span class="row-facts">${facts}</span>${doubt(card)}</li>`;
  });
  return `<ul class="rows" role="list">${rows.join('')}</ul>`;
};
