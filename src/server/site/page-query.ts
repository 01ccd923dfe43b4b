import type { z } from 'zod';
import { PageError } from '#domain/page-error.ts';

/** Parameters of a page by the schema of its call; invalid ones throw a page error with the reason. */
export function readQuery<Query>(schema: z.ZodType<Query> | undefined, given: object): Query {
  const parsed = schema?.safeParse(given);
  if (parsed?.success) return parsed.data;
  throw new PageError(`Не получается искать: ${parsed?.error.issues[0]?.message ?? 'проверьте запрос'}`, 400);
}
