import { z } from 'zod';
import { codeRelations, systemTitles, type CodedDisease } from '#domain/codes.ts';
import { defineCall } from './call.ts';
import { cacheable } from './common.ts';
import { once } from './query.ts';

const codedDisease = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  orpha: z.string(),
  is_group: z.boolean(),
  codes: z.array(
    z.object({
      system: z.enum(Object.keys(systemTitles) as (keyof typeof systemTitles)[]),
      code: z.string(),
      title: z.string().nullable(),
      relation: z.enum(Object.keys(codeRelations) as (keyof typeof codeRelations)[]),
    }),
  ),
  sources: z.array(
    z.object({
      title: z.string(),
      url: z.string().nullable(),
      date: z.string(),
      fields: z.array(z.string()),
    }),
  ),
}) satisfies z.ZodType<CodedDisease>;

export const codesContract = {
  'GET /api/codes': defineCall({
    ...cacheable,
    summary:
      'Коды болезни по её названию или по любому из кодов: ORPHA, МКБ-10, МКБ-11, OMIM; с отношением и датой',
    query: z.strictObject({
      q: once('нужен текст')
        .trim()
        .min(1, 'назовите болезнь или код')
        .max(100, 'не длиннее 100 знаков')
        .meta({ title: 'Название или код', examples: ['E75.2'] }),
    }),
    output: z.object({ query: z.string(), total: z.int(), items: z.array(codedDisease) }),
  }),
};
