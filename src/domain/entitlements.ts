import { formatAges } from './ages.ts';
import { formatDay } from './dates.ts';
import { diseaseList, type programme } from './vocabularies.ts';

/** Fields of an `entitlement` that decide whether it applies. Ages in years. */
export interface EntitlementRule {
  title: string;
  programme: keyof typeof programme;
  list?: keyof typeof diseaseList | undefined;
  diseases: readonly number[];
  everyone?: boolean | undefined;
  condition?: string | undefined;
  age_from?: number | undefined;
  age_to?: number | undefined;
  subjects: readonly string[];
  payer: string;
  edition?: string | undefined;
  checked_at?: string | undefined;
  valid_from?: string | undefined;
  valid_to?: string | undefined;
}

/** A list that the disease is in, with the list's ages. */
export interface Mark {
  name: keyof typeof diseaseList;
  age_from?: number | undefined;
  age_to?: number | undefined;
}

interface Question {
  disease: { id: number; lists: readonly Mark[] };
  /** Years; absent when unknown. */
  age?: number | undefined;
  /** Code of a federal subject; absent when unknown. */
  subject?: string | undefined;
  /** Day of evaluation: 2026-11-22. */
  day: string;
}

/** Years from inclusive to exclusive. */
export interface AgeSpan {
  from: number;
  to: number;
}

export interface RuleResult<R> {
  rule: R;
  reasons: string[];
  /** Ages for which the rule applies to this disease. */
  spans: readonly AgeSpan[];
}

export interface Unknown {
  code: 'edition' | 'region' | 'lists';
  text: string;
}

export interface EntitlementAnswer<R> {
  applies: RuleResult<R>[];
  /** Rules that depend on missing answers: age, region, a condition. */
  maybe: RuleResult<R>[];
  /** Rules about this disease that do not apply. */
  not: RuleResult<R>[];
  unknown: Unknown[];
}

/**
 * Evaluates who pays for a disease: the only implementation, for pages, browser and API. Ages are from
 * inclusive to exclusive; a rule applies from its first to its last day; unrelated rules are left out. Rules
 * for this very disease come first.
 */
export function evaluateRules<R extends EntitlementRule>(
  question: Question,
  rules: readonly R[],
): EntitlementAnswer<R> {
  const answer: EntitlementAnswer<R> = { applies: [], maybe: [], not: [], unknown: [] };
  for (const rule of rules.toSorted((one, other) => breadth(one) - breadth(other))) {
    const spans = spansOf(question.disease, rule);
    if (spans.length === 0) continue;
    const against = refusalsOf(question, rule, spans);
    const open = conditionsOf(question, rule, spans);
    if (against.length > 0) answer.not.push({ rule, spans, reasons: against });
    else if (open.length > 0) answer.maybe.push({ rule, spans, reasons: open });
    else answer.applies.push({ rule, spans, reasons: reasonsOf(question, rule, spans) });
  }
  answer.unknown = unknownOf(question, answer);
  return answer;
}

/** Order: rules for one disease, for a list, for everybody. */
const breadth = ({ diseases, list }: EntitlementRule) => (diseases.length > 0 ? 0 : list ? 1 : 2);

const maximum = 200;

/**
 * Ages for which a rule concerns a disease; none if it does not. The list's ages narrow those of the rule.
 */
function spansOf(disease: Question['disease'], rule: EntitlementRule): AgeSpan[] {
  const own = { from: rule.age_from ?? 0, to: rule.age_to ?? maximum };
  if (rule.everyone || rule.diseases.includes(disease.id)) return own.from < own.to ? [own] : [];
  return disease.lists
    .filter(({ name }) => name === rule.list)
    .map((mark) => ({
      from: Math.max(own.from, mark.age_from ?? 0),
      to: Math.min(own.to, mark.age_to ?? maximum),
    }))
    .filter(({ from, to }) => from < to);
}

/** «с 2 до 18 лет», «любой возраст». */
export const formatAgeSpans = (spans: readonly AgeSpan[]): string =>
  spans
    .map(({ from, to }) => formatAges(from, to === maximum ? undefined : to) || 'любой возраст')
    .join('; ');

/** Whether the rule concerns the disease at any age. */
export const concerns = (disease: Question['disease'], rule: EntitlementRule): boolean =>
  spansOf(disease, rule).length > 0;

const holdsAt = (age: number, spans: readonly AgeSpan[]) =>
  spans.some(({ from, to }) => age >= from && age < to);
const holdsAlways = (spans: readonly AgeSpan[]) => spans.some(({ from, to }) => from === 0 && to === maximum);

const isInForce = ({ valid_from: from, valid_to: to }: EntitlementRule, day: string): boolean =>
  (from === undefined || from <= day) && (to === undefined || day <= to);

function refusalsOf(
  { age, subject, day }: Question,
  rule: EntitlementRule,
  spans: readonly AgeSpan[],
): string[] {
  const { valid_from: from, valid_to: to, subjects } = rule;
  return [
    ...(to !== undefined && day > to ? [`Действовало по ${formatDay(to)}.`] : []),
    ...(from !== undefined && day < from ? [`Начнёт действовать ${formatDay(from)}.`] : []),
    ...(age !== undefined && !holdsAt(age, spans)
      ? [`Не для этого возраста: ${formatAgeSpans(spans)}.`]
      : []),
    ...(subject !== undefined && subjects.length > 0 && !subjects.includes(subject)
      ? ['Действует в другом регионе.']
      : []),
  ];
}

function conditionsOf(
  { age, subject }: Question,
  rule: EntitlementRule,
  spans: readonly AgeSpan[],
): string[] {
  return [
    ...(age === undefined && !holdsAlways(spans) ? [`Зависит от возраста: ${formatAgeSpans(spans)}.`] : []),
    ...(subject === undefined && rule.subjects.length > 0 ? ['Зависит от региона.'] : []),
    ...(rule.condition ? [`При условии: ${rule.condition}.`] : []),
  ];
}

function reasonsOf(
  { disease, age, subject }: Question,
  rule: EntitlementRule,
  spans: readonly AgeSpan[],
): string[] {
  const why = rule.diseases.includes(disease.id)
    ? 'Правило называет эту болезнь.'
    : rule.everyone
      ? 'Правило для любой редкой болезни.'
      : `Болезнь отмечена в списке «${rule.list ? diseaseList[rule.list] : ''}».`;
  return [
    why,
    ...(age !== undefined && !holdsAlways(spans) ? [`Возраст подходит: ${formatAgeSpans(spans)}.`] : []),
    ...(subject !== undefined && rule.subjects.length > 0 ? ['Действует в этом регионе.'] : []),
  ];
}

function unknownOf<R extends EntitlementRule>(
  { subject, day }: Question,
  { applies, maybe, not }: EntitlementAnswer<R>,
): Unknown[] {
  const unread = [...applies, ...maybe].filter(({ rule }) => !isRead(rule)).map(({ rule }) => rule.title);
  // Rules of other diseases are ignored: a page does not know them and must agree with the API.
  const isRegionKnown = [...applies, ...maybe, ...not].some(
    ({ rule }) => subject !== undefined && rule.subjects.includes(subject) && isInForce(rule, day),
  );
  return [
    ...(unread.length > 0
      ? [{ code: 'edition' as const, text: `Действующая редакция акта не прочитана: ${unread.join('; ')}.` }]
      : []),
    ...(subject !== undefined && !isRegionKnown
      ? [
          {
            code: 'region' as const,
            text: 'Актов этого региона о такой болезни в каталоге нет: у него могут быть свои перечни и льготы.',
          },
        ]
      : []),
    {
      code: 'lists',
      text: 'Перечни внесены в каталог не полностью: болезнь может входить и в те, что здесь не названы.',
    },
  ];
}

/** Whether the act has been read: a day without an edition does not count. */
export const isRead = ({
  edition,
  checked_at: checked,
}: Pick<EntitlementRule, 'edition' | 'checked_at'>): boolean =>
  edition !== undefined && checked !== undefined;

/** Programmes without medicines: they name a disease, screen for it or pay for beds. */
const programmesWithoutPayer: ReadonlySet<EntitlementRule['programme']> = new Set([
  'minzdrav-rare',
  'newborn-screening',
  'kslp',
  'vital',
]);
/** Whether the rule decides who pays for medicine at home. */
export const isAboutMedicine = ({ programme }: EntitlementRule): boolean =>
  !programmesWithoutPayer.has(programme);

/** One or two sentences for a reader who has given age, region or both. */
export function describeEntitlement<R extends EntitlementRule>(
  { applies, maybe, not }: EntitlementAnswer<R>,
  { age, region }: { age?: number | undefined; region?: string | undefined },
): string {
  const own = ({ rule }: RuleResult<R>) => isAboutMedicine(rule) && !rule.everyone;
  const given = [age === undefined ? '' : describeAge(age), region ?? ''].filter(Boolean).join(', ');
  const lead = given ? `${given}: ` : '';
  const titles = (judged: readonly RuleResult<R>[]) =>
    judged.map(({ rule }) => quoted(rule.title)).join(', ');
  const paid = Map.groupBy(applies.filter(own), ({ rule }) => shortly(rule.payer));
  const open = maybe.filter(own);
  const refused = not
    .filter((judged) => own(judged) && age !== undefined && !holdsAt(age, judged.spans))
    .map(({ rule, spans }) => `${quoted(rule.title)} — ${formatAgeSpans(spans)}`);
  const general = [...applies, ...maybe].some(({ rule }) => rule.everyone && isAboutMedicine(rule));
  const payers = [...paid].map(([payer, rules]) => `${lowered(payer)} (${titles(rules)})`);
  return [
    payers.length > 0
      ? `${lead}платит ${payers.join('; ')}.`
      : open.length > 0
        ? `${lead}решат возраст, регион или условия правил: ${titles(open)}.`
        : `${lead}отдельного правила для этой болезни в каталоге нет${general ? ', остаются общие' : ''}.`,
    ...(payers.length > 0 && open.length > 0 ? [`Может подойти: ${titles(open)}.`] : []),
    ...(refused.length > 0 ? [`Не подходит по возрасту: ${refused.join('; ')}.`] : []),
  ].join(' ');
}

const quoted = (title: string) => `«${title.replaceAll('«', '„').replaceAll('»', '“')}»`;
/** The payer without the explanation. */
const shortly = (payer: string) => payer.split(/ — |; /)[0] ?? payer;
const describeAge = (age: number) => `Возраст ${String(age).replace('.', ',')}`;
const lowered = (text: string) => text.replace(/^[А-ЯЁ](?=[а-яё])/, (letter) => letter.toLowerCase());

/** Ages at which the result may change, from 0: the starts of age groups. */
export function agesOf(disease: Question['disease'], rules: readonly EntitlementRule[]): number[] {
  const bounds = rules.flatMap((rule) => spansOf(disease, rule).flatMap(({ from, to }) => [from, to]));
  return [...new Set([0, ...bounds])].filter((age) => age < maximum).toSorted((one, other) => one - other);
}
