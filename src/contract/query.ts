import { z } from 'zod';
import { valuesIn } from '#domain/lists/request.ts';
import { maxQueryLength, shortestQuery } from '#domain/search/limits.ts';

/** Text of a query parameter; a repeated key gives a list of texts. */
export const once = (expected: string) =>
  z.string({ error: ({ input }) => (Array.isArray(input) ? 'параметр указан дважды' : expected) });

/** An optional whole number; out of bounds is an error, not clamped. */
export const wholeNumber = (title: string, [least, most]: readonly [number, number]) => {
  const expected = `нужно целое число от ${least} до ${most}`;
  return once(expected)
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((number) => number >= least && number <= most, expected)
    .meta({ title, type: 'integer', pattern: undefined, minimum: least, maximum: most });
};

export const wholeNumberOr = (standard: number, title: string, bounds: readonly [number, number]) =>
  wholeNumber(title, bounds).prefault(String(standard));

export const choice = <const Values extends readonly [string, ...string[]]>(values: Values, title: string) =>
  once(`нужно одно из: ${values.join(', ')}`)
    .pipe(z.enum(values, `нужно одно из: ${values.join(', ')}`))
    .meta({ title, enum: values });

/** A code as its register writes it, in letters of either case. */
export const code = (title: string, { pattern, example }: { pattern: RegExp; example: string }) => {
  const expected = `нужен код вида ${example}`;
  return once(expected)
    .trim()
    .regex(pattern, expected)
    .meta({ title, pattern: undefined, examples: [example] });
};

export const typedWords = (title: string) =>
  once('нужен текст')
    .trim()
    .min(shortestQuery, `не короче ${shortestQuery} знаков`)
    .max(maxQueryLength, `не длиннее ${maxQueryLength} знаков`)
    .meta({ title });

/** Multiple choice: a repeated key, `key[]` and a comma list mean the same (ruling G32). */
export const several = (title: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [...new Set([given].flat().flatMap(valuesIn))])
    .refine((values) => values.length <= 50, 'не больше 50 значений')
    .refine((values) => values.every((value) => value.length <= 200), 'значение не длиннее 200 знаков')
    .optional()
    .meta({ title, type: 'array', anyOf: undefined, items: { type: 'string' } });

/** Whether a parameter is a multiple choice, whose key may end in `[]`. */
export const isSeveral = (parameter: unknown) =>
  parameter instanceof z.ZodType && parameter.meta()?.['type'] === 'array';
