/** Kinds whose list shows whole records: what is left of a filter are short rows that lead to them. */
import { badgeHtml, projectBadges } from '../../badges.ts';
import { formatDay } from '../../dates.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { escape } from '../../search/highlight.ts';
import { language, projectStatus, resourceType } from '../../vocabularies.ts';
import type { Rows } from '../records.ts';
import { joined, linkList, tableHtml, titleHtml } from './row.ts';

type Kinds = typeof kindsByName;

const listOf = (rows: readonly string[]) => `<ul class="rows" role="list" data-wide>${rows.join('')}</ul>`;
const row = (link: string, facts: string, ...more: (string | false | undefined)[]) =>
  `<li>${link}${facts && `<span class="row-facts">${escape(facts)}</span>`}${more.filter(Boolean).join('')}</li>`;

export const projectRows: Rows<CardOf<Kinds['project']>> = (cards, { path, paths, names }) =>
  listOf(
    cards.map(({ id, title, status, sponsor, diseases = [], planned, included }) => {
      const recruited = included !== undefined && planned ? `включено ${included} из ${planned}` : undefined;
      const links = linkList(diseases, paths['disease'] ?? '', names.titleOf);
      return row(
        `<a href="${path}#project-${id}">${titleHtml(title)}</a>`,
        joined(sponsor, recruited),
        status && badgeHtml(projectBadges[status], projectStatus[status]),
        links && `<span class="row-facts">${links}</span>`,
      );
    }),
  );

export const diagnosticRows: Rows<CardOf<Kinds['diagnostic']>> = (cards, { path, paths, view, names }) => {
  const nameOf = ({ id, title }: CardOf<Kinds['diagnostic']>) =>
    `<a href="${path}#diagnostic-${id}">${titleHtml(title)}</a>`;
  const diseasesOf = ({ diseases = [] }: CardOf<Kinds['diagnostic']>) =>
    linkList(diseases, paths['disease'] ?? '', names.titleOf);
  const sayFree = (free: boolean | undefined) =>
    free === undefined ? undefined : free ? 'бесплатно' : 'платно';
  if (view === 'table')
    return tableHtml(
      ['Исследование', 'Метод', 'Материал', 'Для пациента', 'Где делают', 'Заболевания'],
      cards.map((card) => ({
        head: nameOf(card),
        cells: [
          escape(card.method ?? '—'),
          escape(card.material ?? '—'),
          sayFree(card.free) ?? 'нет данных',
          escape(card.laboratory ?? 'нет данных'),
          diseasesOf(card),
        ],
      })),
    );
  return listOf(
    cards.map((card) => {
      const links = diseasesOf(card);
      const { method, material, laboratory, programme, free } = card;
      const paid = free === undefined ? undefined : `${sayFree(free)} для пациента`;
      return row(
        nameOf(card),
        joined(method, material, laboratory, programme, paid),
        links && `<span class="row-facts">${links}</span>`,
      );
    }),
  );
};

export const resourceRows: Rows<CardOf<Kinds['resource']>> = (cards, { path }) =>
  listOf(
    cards.map(({ id, title, link, type, language: code, about, checked_at: checked }) =>
      row(
        `<a href="${escape(link ?? `${path}#resource-${id}`)}">${titleHtml(title)}</a>`,
        joined(
          type && resourceType[type],
          link && `внешняя ссылка: ${new URL(link).host}`,
          code && `язык: ${language[code].toLowerCase()}`,
          checked && `проверено ${formatDay(checked)}`,
        ),
        about && `<span class="row-text">${escape(about)}</span>`,
      ),
    ),
  );
