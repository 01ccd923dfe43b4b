import { formatAges } from './ages.ts';
import { formatDay } from './dates.ts';
import { diseaseList, type programme } from './vocabularies.ts';

/** What is asked of a rule: the fields of the kind `entitlement` that decide whether it fires. Ages in years. */
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

/** A mark of a disease: the list it stands in, and the ages the list has for it. */
export interface Mark {
  name: keyof typeof diseaseList;
  age_from?: number | undefined;
  age_to?: number | undefined;
}

interface Question {
  disease: { id: number; lists: readonly Mark[] };
  /** Years; unknown when absent. */
  age?: number | undefined;
  /** Code of a subject of the Federation; unknown when absent. */
  subject?: string | undefined;
  /** The day asked about: 2026-11-22. */
  day: string;
}

/** From (inclusive) and to (exclusive), years. */
export interface AgeSpan {
  from: number;
  to: number;
}

/** A rule with why it fires, may fire or does not, in Russian sentences. */
export interface RuleResult<R> {
  rule: R;
  reasons: string[];
  /** Ages for which the rule holds with this disease. */
  spans: readonly AgeSpan[];
}

export interface Unknown {
  code: 'edition' | 'region' | 'lists';
  text: string;
}

export interface EntitlementAnswer<R> {
  /** Rules that hold. */
  applies: RuleResult<R>[];
  /** Rules that hold or not by what was not told: age, region, a condition of the rule. */
  maybe: RuleResult<R>[];
  /** Rules about this disease that do not hold. */
  not: RuleResult<R>[];
  /** What the catalogue does not know. */
  unknown: Unknown[];
}

/**
 * Who pays for a disease: the only reading of the rules, for pages, browser and API. Ages count from inclusive to
 * exclusive; a rule never fires before its first day or after its last; a rule that does not concern the disease is not
 * told of at all. The first of each part are those made for this disease.
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

/** A rule for one disease comes before that of a list, and that before one for everybody. */
const breadth = ({ diseases, list }: EntitlementRule) => (diseases.length > 0 ? 0 : list ? 1 : 2);

const maximum = 200;

/** Ages for which a rule concerns a disease; none: it does not. The ages of a mark narrow those of the rule. */
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

/** Whether the rule has anything to do with the disease, at whatever age. */
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
  // Only what concerns the disease counts: a page knows no other rules, and must answer as the API does.
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

/** Whether somebody has read the act: a day without the edition read says nothing. */
export const isRead = ({
  edition,
  checked_at: checked,
}: Pick<EntitlementRule, 'edition' | 'checked_at'>): boolean =>
  edition !== undefined && checked !== undefined;

/** Programmes that give no medicine of their own: they name a disease, look for it or pay for beds. */
const tellsNoPayer: ReadonlySet<EntitlementRule['programme']> = new Set([
  'minzdrav-rare',
  'newborn-screening',
  'kslp',
  'vital',
]);
/** Whether the rule says who pays for the medicine of a patient at home. */
export const isAboutMedicine = ({ programme }: EntitlementRule): boolean => !tellsNoPayer.has(programme);

/** The answer in a sentence or two, for a reader who has told age, region or both. */
export function describeEntitlement<R extends EntitlementRule>(
  { applies, maybe, not }: EntitlementAnswer<R>,
  { age, region }: { age?: number | undefined; region?: string | undefined },
): string {
  const own = ({ rule }: RuleResult<R>) => isAboutMedicine(rule) && !rule.everyone;
  const asked = [age === undefined ? '' : sayAge(age), region ?? ''].filter(Boolean).join(', ');
  const lead = asked ? `${asked}: ` : '';
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
/** Who pays, without the explanation after it. */
const shortly = (payer: string) => payer.split(/ — |; /)[0] ?? payer;
const sayAge = (age: number) => `Возраст ${String(age).replace('.', ',')}`;
const lowered = (text: string) => text.replace(/^[А-ЯЁ](?=[а-яё])/, (letter) => letter.toLowerCase());

/** Ages at which the answer may change, in years, from 0 on: each begins a group of ages. */
export function agesOf(disease: Question['disease'], rules: readonly EntitlementRule[]): number[] {
  const bounds = rules.flatMap((rule) => spansOf(disease, rule).flatMap(({ from, to }) => [from, to]));
  return [...new Set([0, ...bounds])].filter((age) => age < maximum).toSorted((one, other) => one - other);
}
