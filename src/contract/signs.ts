import { z } from 'zod';
import { inheritances } from '#domain/signs/pack.ts';
import { defineCall } from './call.ts';

/** Signs of one patient, those that are absent among them: each is weighed against all diseases. */
const maxSigns = 30;
const codes = z
  .array(z.string().regex(/^HP:\d{7}$/, 'нужен номер HPO: HP:0001744'), 'нужен список номеров HPO')
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

/** A disease that the signs speak for; `score` is a logarithm, and only differences between diseases say anything. */
export interface LikelyDisease {
  /** The record in the catalogue; null for a disease that has none. */
  id: number | null;
  /** Its number in Orphanet; null for a disease that only OMIM has. */
  orpha: number | null;
  omim: number | null;
  /** In English for a disease that only OMIM has. */
  title: string;
  score: number;
  /** Of the first ten diseases: what each sign adds to the score, and the five dearest of those expected. */
  signs: LikelySign[];
}
export interface LikelySign {
  hpo: string;
  /** `for` and `against` were told, `expected` belongs to the disease and was not. */
  kind: 'for' | 'against' | 'expected';
  /** Share of the patients of the disease who have it. */
  share: number | null;
  value: number;
}

/** What to look for next, and how telling the signs are that were told. */
export interface NextSigns {
  /** What the signs say together, in natural units. */
  telling: number;
  /** Share of published patients with as telling signs whose diagnosis stood among the first ten. */
  found_in_ten: number;
  /** Signs whose presence or absence parts the first diseases best; `gain` in bits. */
  ask: { hpo: string; gain: number }[];
}

export const signsContract = {
  'POST /api/signs/ask': defineCall<void, void, NextSigns, z.infer<typeof patient>>({
    access: 'anonymous',
    cache: 'none',
    isFromAnywhere: true,
    isStructured: true,
    summary:
      'Какой признак спросить ещё, чтобы различить первые болезни, и насколько говорящи названные; цена и запись — как у /api/signs/rank',
    input: patient,
    output: z.object({
      telling: z.number(),
      found_in_ten: z.number(),
      ask: z.array(z.object({ hpo: z.string(), gain: z.number() })),
    }),
  }),
  'POST /api/signs/rank': defineCall<void, void, LikelyDisease[], z.infer<typeof patient>>({
    access: 'anonymous',
    cache: 'none',
    // Programs of hospitals ask it, from no page of ours; it changes nothing and nobody is asked who he is.
    isFromAnywhere: true,
    isStructured: true,
    summary: `Болезни по признакам, до 50, вероятные первыми; справочник, а не диагноз. Вклад признаков (signs) — у первых десяти, у остальных список пуст. Признаков не больше ${maxSigns}, считая те, которых нет. Запрос не записывается; каждые 10 признаков стоят 4 из 120 обращений подряд, которые возвращаются по 20 в секунду`,
    input: patient,
    output: z.array(
      z.object({
        id: z.int().nullable(),
        orpha: z.int().nullable(),
        omim: z.int().nullable(),
        title: z.string(),
        score: z.number(),
        signs: z.array(
          z.object({
            hpo: z.string(),
            kind: z.enum(['for', 'against', 'expected']),
            share: z.number().nullable(),
            value: z.number(),
          }),
        ),
      }),
    ),
  }),
};
