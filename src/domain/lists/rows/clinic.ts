import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { formatPhone, phoneLink } from '../../phone.ts';
import { counted } from '../../plural.ts';
import { escape } from '../../search/highlight.ts';
import { clinicKind, clinicRole } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { joined, tableHtml, titleHtml } from './row.ts';

type Card = CardOf<(typeof kindsByName)['clinic']>;

const rolesOf = ({ roles = [] }: Card) => roles.map((role) => clinicRole[role]).join(', ');
const servesOf = ({ serves = [] }: Card) =>
  serves.length > 0 && `обслуживает ${counted(serves.length, ['регион', 'региона', 'регионов'])}`;

/** Institutions as rows: name, what they do and for whom, place, telephone. */
export const clinicRows: Rows<Card> = (cards, { path, view, names }) => {
  const nameOf = ({ id, title }: Card) => `<a href="${path}${id}/">${titleHtml(title)}</a>`;
  const region = ({ subject }: Card) => subject && names.termOf('subject', subject);
  const phone = ({ phones: [first] = [] }: Card, name = '') =>
    first ? `<a${name} href="${escape(phoneLink(first))}">${escape(formatPhone(first))}</a>` : '';
  if (view === 'table')
    return tableHtml(
      ['Учреждение', 'Субъект Федерации', 'Город', 'Вид', 'Чем занимается', 'Телефон'],
      cards.map((card) => ({
        head: nameOf(card),
        cells: [
          escape(region(card) ?? ''),
          escape(card.city ?? ''),
          card.clinic_kind ? clinicKind[card.clinic_kind] : '',
          escape(joined(rolesOf(card), servesOf(card))),
          phone(card),
        ],
      })),
    );
  const rows = cards.map((card) => {
    const { title, short, city, clinic_kind: type } = card;
    const place = region(card);
    const facts = joined(
      short !== title && short,
      city,
      place !== city && place,
      type && clinicKind[type].toLowerCase(),
    );
    const deeds = joined(rolesOf(card), servesOf(card));
    const lines = [deeds, facts].filter(Boolean).map(escape).join('\n');
    return `<li>${nameOf(card)}${lines && `<span class="row-facts">${lines}</span>`}${phone(card, ' class="row-facts"')}</li>`;
  });
  return `<ul class="rows" role="list" data-wide>${rows.join('')}</ul>`;
};
