import { z } from 'zod';
import { kindsByName } from '#domain/kinds/index.ts';
import { defineCall } from './call.ts';
import { once, wholeNumber } from './query.ts';

const { fields } = kindsByName.entitlement;

/** A rule in a response, without the details of its page. */
const ruleFields = {
  title: true,
  programme: true,
  payer: true,
  gives: true,
  steps: true,
  documents: true,
  act: true,
  article: true,
  edition: true,
  valid_from: true,
  valid_to: true,
  checked_at: true,
} as const;
const judged = z.object({
  rule: z.object({ id: z.int(), url: z.string(), ...z.object(fields.shape).pick(ruleFields).shape }),
  reasons: z.array(z.string()),
});
export type RuleAnswer = z.infer<typeof judged>;

export const entitlementContract = {
  'GET /api/access': defineCall({
    // Every rule is evaluated.
    cost: 4,
    access: 'anonymous',
    // Rules start and end on their day, without a change of the catalogue.
    cache: 'none',
    summary:
      'Кто платит за лечение: правила для болезни, возраста и региона с основаниями, и чего каталог не знает',
    query: z.strictObject({
      disease: wholeNumber('Номер болезни', [1, 999_999_999]),
      age: wholeNumber('Возраст, полных лет', [0, 120]).optional(),
      subject: once('нужен код субъекта')
        .regex(/^[a-z0-9-]{1,60}$/, 'нужен код субъекта Федерации из /api/dict/subject')
        .optional()
        .meta({ title: 'Субъект Федерации' }),
    }),
    output: z.object({
      disease: z.object({ id: z.int(), title: z.string() }),
      age: z.int().nullable(),
      subject: z.string().nullable(),
      day: z.string(),
      answer: z.string(),
      applies: z.array(judged),
      maybe: z.array(judged),
      not: z.array(judged),
      unknown: z.array(z.object({ code: z.enum(['edition', 'region', 'lists']), text: z.string() })),
    }),
  }),
};
