import { badgeHtml, researchBadges } from '../../badges.ts';
import { formatDay, yearFraction, yearOf } from '../../dates.ts';
import { iconHtml } from '../../icons.ts';
import type { CardOf, kindsByName } from '../../kinds/index.ts';
import { counted } from '../../plural.ts';
import { escape } from '../../search/highlight.ts';
import { sayStatus, stageOf, timelineOf } from '../../study.ts';
import { phase, studyType } from '../../vocabularies.ts';
import type { Names } from '../list.ts';
import type { Rows } from '../records.ts';
import { joined, langOf, linkList, tableHtml, titleHtml, titleList } from './row.ts';

type Card = CardOf<(typeof kindsByName)['research']>;

/** Studies as cards, as a table, or on one axis of time. */
export const researchRows: Rows<Card> = (cards, { path, paths, view, names }) => {
  const nameOf = ({ id, title }: Card, name = '') =>
    `<a${name} href="${path}${id}/"${langOf(title)}>${titleHtml(title)}</a>`;
  const hasYears = cards.some(yearsOf);
  if (view === 'table')
    return tableHtml(
      ['Исследование', 'Фаза и статус', 'Заболевания', 'Центры в\u00a0РФ', ...(hasYears ? ['Сроки'] : [])],
      cards.map((card) => ({
        head: `${nameOf(card)}${numberOf(card) ? `<small>${escape(numberOf(card)!)}</small>` : ''}`,
        cells: [
          [phaseOf(card), statusOf(card)].filter(Boolean).join(' '),
          linkList(card.diseases ?? [], paths['disease'] ?? '', names.titleOf),
          String(card.sites_in_russia ?? 0),
          ...(hasYears ? [yearsOf(card)] : []),
        ],
      })),
    );
  const axis = view === 'time' ? timeHtml(cards, nameOf) : '';
  if (axis && axis !== noTimes) return axis;
  const items = cards.map((card) => cardHtml(card, nameOf(card, ' class="card-link"'), names));
  return `${axis}<ul class="studies" role="list">${items.join('')}</ul>`;
};

/** Without days there is no axis: the studies stand as cards. */
const noTimes =
  '<p class="list-empty list-unknown">Когда эти исследования начались и когда завершатся, в каталоге не указано: сроки есть в записи реестра, к ней ведёт номер протокола на странице исследования.</p>';

const statusOf = ({ status, status_checked_at: checked }: Card) =>
  status && badgeHtml(researchBadges[status], sayStatus(status, checked));
const numberOf = ({ numbers = [] }: Card) =>
  numbers.find(({ registry }) => registry === 'NCT')?.number ?? numbers[0]?.number;
const phaseOf = ({ phase: name, study_type: type }: Card) =>
  name && name !== 'none' ? phase[name] : type && type !== 'interventional' ? studyType[type] : undefined;

/** «2024–2027», «с 2024»; nothing when the registry tells neither. */
const yearsOf = ({ started_at: start, completed_at: end }: Card) =>
  start
    ? end
      ? `${yearOf(start)}–${yearOf(end)}`
      : `с\u00a0${yearOf(start)}`
    : end
      ? `до\u00a0${yearOf(end)}`
      : '';

function cardHtml(card: Card, name: string, names: Names): string {
  const { phase: stage, study_type: type, cities = [], sites_in_russia: sites = 0 } = card;
  const number = numberOf(card);
  const diseases = titleList(card.diseases ?? [], names.titleOf);
  const towns = cities.slice(0, 3).join(', ') + (cities.length > 3 ? ` и ещё ${cities.length - 3}` : '');
  const where = sites
    ? joined(`${counted(sites, ['центр', 'центра', 'центров'])} в России`, towns)
    : 'Центров в России нет';
  return [
    '<li class="card study"><div class="row">',
    statusOf(card),
    stage && stage !== 'none' && `<span class="pill" data-tone="brand">${phase[stage]}</span>`,
    type && type !== 'interventional' && `<span class="pill">${studyType[type]}</span>`,
    number && `<span class="study-number">${escape(number)}</span>`,
    `</div><h3>${name}</h3><p class="study-facts">`,
    diseases && `<span>${iconHtml('dna-2')}${escape(diseases)}</span>`,
    `<span>${iconHtml('map-pin')}${escape(where)}</span></p>`,
    timelineHtml(card),
    '</li>',
  ]
    .filter(Boolean)
    .join('');
}

/** A study from its first year to its last, with the part that had passed when its status was checked. */
export function timelineHtml(study: Parameters<typeof timelineOf>[0]): string {
  const timeline = timelineOf(study);
  if (!timeline) return '';
  const { from, to, passed } = timeline;
  if (to === undefined) return `<p class="timeline-open">Начало: ${from} год, окончание не указано</p>`;
  const said = `С ${from} по ${to} год${passed === undefined ? '' : `; к дате проверки статуса прошло ${passed} % срока`}`;
  const done = passed ? `<rect class="timeline-passed" width="${passed}%" height="100%" rx="4"/>` : '';
  return `<div class="timeline"><span>${from}</span><svg role="img" aria-label="${said}"><rect class="timeline-all" width="100%" height="100%" rx="4"/>${done}</svg><span>${to}</span></div>`;
}

/** Studies on one axis of years: a bar each, open at the end where no end is known. */
function timeHtml(cards: readonly Card[], nameOf: (card: Card) => string): string {
  const years = cards.flatMap(({ started_at: start, completed_at: end }) =>
    [start, end].filter((day) => day !== undefined).map(yearOf),
  );
  if (years.length === 0) return noTimes;
  const first = Math.min(...years);
  const last = Math.max(...years) + 1;
  const at = (year: number) => `${Math.round(((year - first) / (last - first)) * 1000) / 10}%`;
  const step = Math.max(1, Math.ceil((last - first) / 8));
  const ticks = Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => first + index * step);
  const lines = ticks
    .map((year) => `<line class="gantt-line" x1="${at(year)}" x2="${at(year)}" y2="100%"/>`)
    .join('');
  const rows = cards.map((card) => {
    const { started_at: start, completed_at: end, status = 'unknown' } = card;
    const from = start === undefined ? undefined : Math.max(first, yearFraction(start));
    const to = end === undefined ? last : yearFraction(end);
    const said = joined(
      start ? `начало: ${formatDay(start)}` : 'начало не указано',
      end ? `окончание: ${formatDay(end)}` : 'окончание не указано',
    );
    const width = from === undefined ? 0 : Math.max(0.8, ((to - from) / (last - first)) * 100);
    const bar =
      from === undefined
        ? ''
        : `<rect class="phase-bar" data-stage="${stageOf(status)}" x="${at(from)}" y="25%" width="${Math.round(width * 10) / 10}%" height="50%" rx="4"/>`;
    return `<tr><th scope="row">${nameOf(card)}<small>${escape(joined(sayStatus(status, card.status_checked_at), phaseOf(card)))}</small></th><td><svg class="gantt-row" role="img" aria-label="${said}">${lines}${bar}</svg></td></tr>`;
  });
  const axis = ticks
    .map((year) => `<text class="gantt-year" x="${at(year)}" y="75%">${year}</text>`)
    .join('');
  return `<table class="gantt"><thead><tr><th scope="col">Исследование</th><th scope="col"><span class="visually-hidden">Сроки, с ${first} по ${last - 1} год</span><svg class="gantt-axis" aria-hidden="true">${axis}</svg></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
