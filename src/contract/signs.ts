import { z } from 'zod';
import { inheritances } from '#domain/signs/pack.ts';
import { defineCall } from './call.ts';
import { anonymous } from './common.ts';

/** Signs of one patient, absent ones included: each is weighed against all diseases. */
const maxSigns = 30;
const codes = z
  .array(
    z
      .string()
      .regex(/^HP:\d{7}$/, 'нужен номер HPO: HP:0001744')
      .meta({ examples: ['HP:0001744'] }),
    'нужен список номеров HPO',
  )
  .max(maxSigns, `не больше ${maxSigns} признаков`);

const patient = z
  .strictObject({
    present: codes.min(1, 'назовите хотя бы один признак').meta({ title: 'Признаки, которые есть' }),
    absent: codes.default([]).meta({ title: 'Признаки, которых нет: их искали и не нашли' }),
    sex: z.enum(['female', 'male'], 'нужно одно из: female, male').optional().meta({ title: 'Пол' }),
    age: z.number('нужно число лет').min(0).max(120).optional().meta({ title: 'Возраст, лет' }),
    inheritance: z
      .enum(inheritances, `нужно одно из: ${inheritances.join(', ')}`)
      .optional()
      .meta({ title: 'Наследование, которое видно по семье' }),
  })
  .refine(({ present, absent }) => present.length + absent.length <= maxSigns, {
    path: ['absent'],
    message: `не больше ${maxSigns} признаков вместе с теми, которых нет`,
  });

const likelySign = z.object({
  hpo: z.string(),
  /** `for` and `against` were given; `expected` belongs to the disease and was not. */
  kind: z.enum(['for', 'against', 'expected']),
  /** Share of patients with the disease who have it. */
  share: z.number().nullable(),
  value: z.number(),
});
export type LikelySign = z.infer<typeof likelySign>;

const likelyDisease = z.object({
  /** Catalogue record; null without one. */
  id: z.int().nullable(),
  /** Orphanet number; null for diseases known to OMIM only. */
  orpha: z.int().nullable(),
  omim: z.int().nullable(),
  /** English for diseases known to OMIM only. */
  title: z.string(),
  /** A logarithm: only differences between diseases are meaningful. */
  score: z.number(),
  /**
   * For the first ten diseases: the contribution of each sign, and the five most informative expected ones.
   */
  signs: z.array(likelySign),
});

/** Suggested next signs, and how informative the given ones are. */
const nextSigns = z.object({
  /** Information content of all signs together, in nats. */
  telling: z.number(),
  /** Share of published patients with similarly informative signs whose diagnosis was in the first ten. */
  found_in_ten: z.number(),
  /** Signs that best separate the first diseases; `gain` in bits. */
  ask: z.array(z.object({ hpo: z.string(), gain: z.number() })),
});

export const signsContract = {
  'POST /api/signs/ask': defineCall({
    ...anonymous,
    isFromAnywhere: true,
    isStructured: true,
    summary:
      'Какой признак спросить ещё, чтобы различить первые болезни, и насколько говорящи названные; цена и запись — как у /api/signs/rank',
    input: patient,
    output: nextSigns,
  }),
  'POST /api/signs/rank': defineCall({
    ...anonymous,
    // Hospital systems call it from elsewhere; it changes nothing and needs no user.
    isFromAnywhere: true,
    isStructured: true,
    summary: `Болезни по признакам, до 50, вероятные первыми; справочник, а не диагноз. Вклад признаков (signs) — у первых десяти, у остальных список пуст. Признаков не больше ${maxSigns}, считая те, которых нет. Запрос не записывается; каждые 10 признаков стоят 4 из 120 обращений подряд, которые возвращаются по 20 в секунду`,
    input: patient,
    output: z.array(likelyDisease),
  }),
};
