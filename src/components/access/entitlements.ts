import { getCards, idsHaving, idsLinking, todayAgainst, type CardFor } from '#data/catalogue.ts';
import { formatAges } from '#domain/ages.ts';
import {
  agesOf,
  isAboutMedicine,
  evaluateRules,
  type RuleResult,
  type Mark,
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

/** A rule that concerns every disease, this one, or a list that it is marked with; the others are not even looked at. */
function rulesAbout(disease: { id: number; lists: readonly Mark[] }): KnownRule[] {
  const ids = new Set([
    ...idsLinking('entitlement', disease.id),
    ...disease.lists.flatMap(({ name }) => idsHaving('entitlement', 'list', name)),
    ...idsHaving('entitlement', 'everyone', true),
  ]);
  const inOrder = [...ids].toSorted((one, other) => one - other);
  return getCards('entitlement', inOrder).flatMap(ruleOf);
}

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

export function whoPays(disease: { id: number; lists: readonly Mark[] }): WhoPays {
  const rules = rulesAbout(disease);
  const day = dayFor(rules);
  const { applies, maybe } = evaluateRules({ disease, day }, rules);
  const possible = [...applies, ...maybe];
  const isRegional = ({ rule }: RuleResult<KnownRule>) => rule.subjects.length > 0;
  const own = possible.filter((judged) => !judged.rule.everyone && !isRegional(judged));
  const paying = own.map(({ rule }) => rule).filter(isAboutMedicine);
  return {
    own,
    regional: possible.filter(isRegional),
    general: possible.filter((judged) => judged.rule.everyone && !isRegional(judged)),
    groups: groupsOf(disease, paying, day),
  };
}

/** «До 18 лет — фонд «Круг добра»; с 18 лет — бюджет региона»; empty without a rule. */
export function paymentOf(pays: WhoPays | undefined): string {
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
function groupsOf(
  disease: { id: number; lists: readonly Mark[] },
  paying: readonly KnownRule[],
  day: string,
): WhoPays['groups'] {
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
