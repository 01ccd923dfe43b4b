import { portalDay } from '#domain/dates.ts';
import type { entitlementContract, RuleAnswer } from '#contract/entitlements.ts';
import { evaluateRules, describeEntitlement, type RuleResult } from '#domain/entitlements.ts';
import { addressOf, kindsByName, type RecordOf } from '#domain/kinds/index.ts';
import { publicRecords } from '../catalogue/rules.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';

type Rule = RecordOf<typeof kindsByName.entitlement>;

/** Payer rules, evaluated by `domain/entitlements.ts` as on pages. */
export const entitlementHandlers: Handlers<keyof typeof entitlementContract> = {
  'GET /api/access': async ({ db, now }, { query: { disease: id, age, subject } }) => {
    const [disease] = await publicRecords(db, 'disease', [id]);
    if (!disease) throw new HttpError(404, 'Такой болезни нет, или она снята с публикации.', 'disease');
    const region = subject === undefined ? undefined : await regionOf(db, subject);
    const day = portalDay(now());
    const rules = await publicRecords(db, 'entitlement');
    const answer = evaluateRules({ disease, age, subject, day }, rules);
    return {
      disease: { id, title: disease.title },
      age: age ?? null,
      subject: subject ?? null,
      day,
      answer: describeEntitlement(answer, { age, region }),
      applies: answer.applies.map(ruleAnswer),
      maybe: answer.maybe.map(ruleAnswer),
      not: answer.not.map(ruleAnswer),
      unknown: answer.unknown,
    };
  },
};

async function regionOf(db: ReadDatabase, code: string): Promise<string> {
  const title = (await termTitles(db, 'subject')).get(code);
  if (title === undefined) throw new HttpError(400, 'Такого субъекта Федерации нет.', 'subject');
  return title;
}

/** The serialiser leaves out the details of the rule's page. */
const ruleAnswer = ({ rule, reasons }: RuleResult<Rule>): RuleAnswer => ({
  rule: { ...rule, url: addressOf(kindsByName.entitlement, rule) },
  reasons,
});
