import { getCards, idsHaving, idsLinking, todayAgainst, type CardFor } from '#data/catalogue.ts';
import { formatAges } from '#domain/ages.ts';
import {
  agesOf,
  isAboutMedicine,
  evaluateRules,
  type RuleResult,
  type EntitlementRule,
  type AgeSpan,
} from '#domain/entitlements.ts';
import { capitalized } from '#domain/typography.ts';

/** A rule as pages know it: its card, with what decides whether it fires. */
export type KnownRule = EntitlementRule & { id: number };

/** Rules of a disease without an age and a region, and who pays in each age group. */
export interface WhoPays {
  /** For this disease, in the whole of Russia. */
  own: RuleResult<KnownRule>[];
  /** For this disease or for any, in some regions. */
  regional: RuleResult<KnownRule>[];
  /** For any rare disease, in the whole of Russia. */
  general: RuleResult<KnownRule>[];
  /** Who pays for medicine, by groups of ages. */
  groups: { span: AgeSpan; rules: KnownRule[] }[];
}

type Disease = Parameters<typeof evaluateRules>[0]['disease'];

/** Ids of rules that concern this disease or a list that it is marked with; the others are not even looked at. */
const idsAbout = ({ id, lists }: Disease) => [
  ...idsLinking('entitlement', id),
  ...lists.flatMap(({ name }) => idsHaving('entitlement', 'list', name)),
];

const rulesIn = (ids: Iterable<number>): KnownRule[] =>
  getCards(
    'entitlement',
    [...new Set(ids)].toSorted((one, other) => one - other),
  ).flatMap(ruleOf);

/** Without the time of its last change: no page is made again because of that alone. */
export function ruleOf(card: CardFor<'entitlement'>): KnownRule[] {
  const { id, title, programme, payer, diseases = [], subjects = [] } = card;
  const { list, everyone, condition, edition, age_from, age_to, checked_at, valid_from, valid_to } = card;
  if (!programme || !payer) return [];
  const ages = { age_from, age_to };
  const days = { checked_at, valid_from, valid_to };
  return [
    { id, title, programme, payer, diseases, subjects, list, everyone, condition, edition, ...ages, ...days },
  ];
}

/** The day for which a page reads the rules: only their terms ask for it. */
function dayFor(rules: readonly KnownRule[]): string {
  const terms = rules.flatMap(({ valid_from: from, valid_to: to }) => [from, to]);
  return terms.flatMap((term) => (term ? [todayAgainst(term)] : [])).at(0) ?? '';
}

export function whoPays(disease: Disease): WhoPays {
  const rules = rulesIn([...idsAbout(disease), ...idsHaving('entitlement', 'everyone', true)]);
  const { possible, own, groups } = judged(disease, rules);
  return {
    own,
    regional: possible.filter(isRegional),
    general: possible.filter((one) => one.rule.everyone && !isRegional(one)),
    groups,
  };
}

/** The same without the rules for every disease. */
export const whoPaysByOwnRules = (disease: Disease): Pick<WhoPays, 'own' | 'groups'> =>
  judged(disease, rulesIn(idsAbout(disease)));

function judged(disease: Disease, rules: readonly KnownRule[]) {
  const day = dayFor(rules);
  const { applies, maybe } = evaluateRules({ disease, day }, rules);
  const possible = [...applies, ...maybe];
  const own = possible.filter((one) => !one.rule.everyone && !isRegional(one));
  const paying = own.map(({ rule }) => rule).filter(isAboutMedicine);
  return { possible, own, groups: groupsOf(disease, paying, day) };
}

const isRegional = ({ rule }: RuleResult<KnownRule>) => rule.subjects.length > 0;

/** «До 18 лет — фонд «Круг добра»; с 18 лет — бюджет региона»; empty without a rule. */
export function paymentOf(pays: Pick<WhoPays, 'groups'> | undefined): string {
  const paid = (pays?.groups ?? [])
    .filter(({ rules }) => rules.length > 0)
    .map(({ span: { from, to }, rules }) =>
      [
        formatAges(from, Number.isFinite(to) ? to : undefined),
        [...new Set(rules.map(({ payer }) => payer))].join('; '),
      ]
        .filter(Boolean)
        .join(' — '),
    );
  return capitalized(paid.join('; '));
}

/** Groups of ages that are paid for alike are one. */
function groupsOf(disease: Disease, paying: readonly KnownRule[], day: string): WhoPays['groups'] {
  const groups: WhoPays['groups'] = [];
  const ages = agesOf(disease, paying);
  for (const [index, from] of ages.entries()) {
    const to = ages[index + 1] ?? Infinity;
    const { applies, maybe } = evaluateRules({ disease, age: from, day }, paying);
    const rules = [...applies, ...maybe].map(({ rule }) => rule);
    const last = groups.at(-1);
    const isSame =
      last?.rules.length === rules.length && rules.every((rule, place) => rule === last.rules[place]);
    if (last && isSame) last.span.to = to;
    else groups.push({ span: { from, to }, rules });
  }
  return groups;
}

/** A rule as the browser needs it to answer for an age and a region, without what says nothing. */
export const ruleJson = (rule: KnownRule): string =>
  JSON.stringify({
    title: rule.title,
    programme: rule.programme,
    payer: rule.payer,
    list: rule.list,
    diseases: rule.diseases.length > 0 && !rule.everyone ? rule.diseases : undefined,
    everyone: rule.everyone,
    condition: rule.condition,
    age_from: rule.age_from,
    age_to: rule.age_to,
    subjects: rule.subjects.length > 0 ? rule.subjects : undefined,
    edition: rule.edition && '+',
    checked_at: rule.checked_at,
    valid_from: rule.valid_from,
    valid_to: rule.valid_to,
  });
