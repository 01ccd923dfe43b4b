import { backlinks, getCards, getRecord, termTitle, todayAgainst, type RecordFor } from '#data/catalogue.ts';
import { formatAges } from '#domain/ages.ts';
import type { ComparedKind } from '#domain/comparison.ts';
import type { ComparedItem, ComparedRow } from './comparedRow.ts';
import { formatDay } from '#domain/dates.ts';
import { splitGenes, weighGenes } from '#domain/genes.ts';
import { addressOf, kindsByName } from '#domain/kinds/index.ts';
import { headline, formatPrevalence } from '../record/prevalence.ts';
import { formatStanding } from '../chrome/registration.ts';
import {
  approvalAuthority,
  diseaseList,
  disorderType,
  drugList,
  drugRoute,
  frequency,
  inheritance,
} from '#domain/vocabularies.ts';
import { sayOnset } from '../figures/onset.ts';
import { opening } from '../prose.ts';
import { relatedItems } from '../record/related.ts';
import { nameOf, shareOf, type Sign } from '../record/signs.ts';

type Disease = RecordFor<'disease'>;
type Drug = RecordFor<'drug'>;
type Tell<Compared> = readonly (readonly [
  title: string,
  tell: (record: Compared) => readonly ComparedItem[],
])[];

/** Records of one kind by the ids of an address; those that are not published are not among them. */
export const comparedRecords = (kind: ComparedKind, ids: readonly number[]): (Disease | Drug)[] =>
  ids.flatMap((id) => (kind === 'disease' ? getRecord('disease', id) : getRecord('drug', id)) ?? []);

/** The facts of records of one kind, a row each; rows in which nothing is known are left out. */
export function comparedRows(kind: ComparedKind, records: readonly (Disease | Drug)[]): ComparedRow[] {
  const describers = (kind === 'disease' ? diseaseRows : drugRows) as Tell<Disease | Drug>;
  return describers
    .map(([title, tell]) => ({ title, cells: records.map(tell) }))
    .filter(({ cells }) => cells.some(({ length }) => length > 0));
}

const texts = (...values: readonly (string | false | undefined)[]): ComparedItem[] =>
  [...new Set(values)].flatMap((text) => (text ? [{ text }] : []));
/** The whole text stands on the record's own page. */
const begun = (text: string | undefined) => texts(text && opening(text, 220));
/** More of one kind are counted on the record's own page. */
const mostLinked = 12;
const linked = (kind: 'drug' | 'diagnostic' | 'guideline' | 'research', id: number): ComparedItem[] =>
  relatedItems(kind, backlinks(kind, id, mostLinked).cards).map(({ title, url, lang }) => ({
    text: title,
    url,
    lang,
  }));

const diseaseRows: Tell<Disease> = [
  ['Что это', ({ about }) => begun(about)],
  ['Тип записи', ({ type }) => texts(disorderType[type])],
  ['Область медицины', ({ areas }) => texts(...areas.map((code) => termTitle('therapeuticarea', code)))],
  ['Код ORPHA', ({ orpha }) => texts(orpha?.toString())],
  ['Коды МКБ-10', ({ icd10 }) => texts(...icd10.map(({ code }) => code))],
  ['Номера OMIM', ({ omim }) => texts(...omim.slice(0, mostLinked).map(({ code }) => code))],
  ['Наследование', (disease) => texts(...disease.inheritance.map((mode) => inheritance[mode]))],
  ['Начало болезни', ({ onset }) => texts(onset.length > 0 && sayOnset(onset))],
  ['Распространённость', ({ prevalence }) => texts(sayRate(prevalence))],
  ['Гены-причины', ({ genes }) => texts(...causesOf(genes))],
  ['Когда думать о болезни', ({ suspect }) => begun(suspect)],
  ['Диагностика', ({ diagnosis }) => begun(diagnosis)],
  ['Чем подтверждают', ({ id }) => linked('diagnostic', id)],
  ['Лечение', ({ therapy }) => begun(therapy)],
  ['Препараты', ({ id }) => linked('drug', id)],
  ['Клинические рекомендации', ({ id }) => linked('guideline', id)],
  ['Исследования', ({ id }) => linked('research', id)],
  ['Прогноз', ({ prognosis }) => begun(prognosis)],
  [
    'Отмечено в перечнях',
    ({ lists }) =>
      texts(
        ...lists.map(({ name, age_from: from = 0, age_to: to }) =>
          [diseaseList[name], (from > 0 || to !== undefined) && formatAges(from, to)]
            .filter(Boolean)
            .join(', '),
        ),
      ),
  ],
];

const drugRows: Tell<Drug> = [
  ['МНН', ({ inn, inn_en: english }) => (inn ? texts(inn) : english ? [{ text: english, lang: 'en' }] : [])],
  ['Код АТХ', ({ atc }) => texts(...atc)],
  ['Лекарственная форма', ({ form }) => texts(form)],
  ['Как вводят', ({ routes }) => texts(...routes.map((route) => drugRoute[route]))],
  ['Как действует', ({ mechanism }) => begun(mechanism)],
  ['Показания', ({ indication }) => begun(indication)],
  [
    'Заболевания',
    ({ diseases }) =>
      getCards('disease', diseases.slice(0, mostLinked)).map((card) => ({
        text: card.title,
        url: addressOf(kindsByName.disease, card),
      })),
  ],
  // Nothing is known of a drug that was not looked up in the register.
  [
    'Регистрация в России',
    ({ registration }) =>
      texts(
        registration !== undefined &&
          registration.state !== 'unknown' &&
          formatStanding(registration, todayAgainst).text,
      ),
  ],
  ['Держатель удостоверения', ({ holder }) => texts(holder)],
  [
    'Производство',
    ({ made_in_russia: made }) =>
      texts(made === undefined ? undefined : made ? 'Производят в России' : 'В России не производят'),
  ],
  ['Входит в перечни', ({ lists }) => texts(...lists.map((name) => drugList[name]))],
  [
    'Сверено, не входит',
    ({ lists, lists_checked: checked }) =>
      texts(...checked.filter((name) => !lists.includes(name)).map((name) => drugList[name])),
  ],
  [
    'Одобрен',
    ({ approvals }) =>
      texts(
        ...approvals.map(
          ({ authority, approved_at: at }) => `${approvalAuthority[authority]}, ${formatDay(at)}`,
        ),
      ),
  ],
  ['Орфанный статус', ({ designations }) => texts(...designations.map(({ authority }) => authority))],
  ['Исследования', ({ id }) => linked('research', id)],
];

function sayRate(prevalence: Disease['prevalence']): string | undefined {
  const chosen = headline(prevalence);
  return chosen && `${formatPrevalence(chosen)} (${chosen.place})`;
}

const causesOf = (genes: Disease['genes']) =>
  splitGenes(weighGenes(genes).ordered)
    .causes.slice(0, mostLinked)
    .map(({ symbol }) => symbol);

/** A sign with what each record says of it; nothing where a record does not name it, which is no «no». */
export interface ComparedSignRow {
  name: string;
  lang: string | undefined;
  hpo: string;
  said: readonly (string | undefined)[];
}

/** Signs of diseases by their numbers of HPO: those of more records first, of these the more frequent. */
export function comparedSigns(records: readonly { signs: readonly Sign[] }[]): ComparedSignRow[] {
  const byCode = new Map<string, { sign: Sign; found: (Sign | undefined)[] }>();
  for (const [column, { signs }] of records.entries())
    for (const sign of signs) {
      const known = byCode.get(sign.hpo) ?? { sign, found: records.map(() => undefined) };
      known.found[column] = sign;
      byCode.set(sign.hpo, known);
    }
  return [...byCode.values()]
    .map((one) => ({ ...one, shared: one.found.filter(Boolean).length, weight: weightOf(one.found) }))
    .toSorted((one, other) => other.shared - one.shared || other.weight - one.weight)
    .map(({ sign, found }) => ({
      name: nameOf(sign),
      lang: sign.label ? undefined : 'en',
      hpo: sign.hpo,
      said: found.map((one) => one && saySign(one)),
    }));
}

const weightOf = (found: readonly (Sign | undefined)[]) =>
  found.reduce((sum, sign) => sum + (sign?.frequency ? frequency[sign.frequency].to : 0), 0);

const saySign = ({ frequency: name }: Sign) =>
  name === undefined
    ? 'бывает, частота неизвестна'
    : [frequency[name].title, name !== 'excluded' && name !== 'obligate' && shareOf(name)]
        .filter(Boolean)
        .join(', ');

/** What is often meant to stand beside a record: diseases of the same group, drugs for the same diseases. */
export function neighboursOf(
  kind: ComparedKind,
  record: Disease | Drug,
  most: number,
): { id: number; title: string }[] {
  const above = 'parents' in record ? record.parents : record.diseases;
  const seen = new Set([record.id]);
  return above
    .flatMap((id) => backlinks(kind, id, most * 2).cards)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, most);
}
