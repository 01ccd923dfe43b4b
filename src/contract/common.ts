import { z } from 'zod';
import { publicKinds } from '#domain/kinds/index.ts';
import type { FileAnswer } from './call.ts';
import { isTicked } from './forms/fields.ts';
import { wholeNumberOr } from './query.ts';

export const anonymous = { access: 'anonymous', cache: 'none' } as const;
export const cacheable = { access: 'anonymous', cache: 'catalogue' } as const;
export const signedIn = { access: 'partner', cache: 'none' } as const;
export const editor = { access: 'editor', cache: 'none' } as const;
export const admin = { access: 'admin', cache: 'none' } as const;

export const download = { isFile: true, output: z.custom<FileAnswer>() } as const;

export const kindNames = publicKinds.map(({ name }) => name) as [string, ...string[]];
export const person = z.object({ id: z.int(), name: z.string() });
export const namedRecord = z.object({ id: z.int(), kind: z.string(), title: z.string() });

/** A whole number; forms send it as text. */
export const formNumber = (message: string) => z.coerce.number<string | number>(message).int();

/** Number of a page of a list, from 1. */
export const pageNumber = wholeNumberOr(1, 'Страница', [1, 100_000]);

export const paging = (pageSize: number, title = 'Записей на странице') => ({
  page: pageNumber,
  page_size: wholeNumberOr(pageSize, title, [1, 100]),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() });

/** The first items of a list, and the number of all. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.int(), items: z.array(item) });

/** Why something was changed, for its history. */
export const reason = z
  .string()
  .trim()
  .max(1000, 'не длиннее 1000 знаков')
  .default('')
  .meta({ title: 'Почему' });

/** The same where a change must be explained. */
export const requiredReason = z
  .string('Напишите, почему: это прочтут те, кто откроет историю.')
  .trim()
  .min(1, 'Напишите, почему: это прочтут те, кто откроет историю.')
  .max(1000, 'не длиннее 1000 знаков')
  .meta({ title: 'Почему' });

/** A boolean; forms send it as text. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'on', '1', '0', ''])])
  .transform(isTicked)
  .meta({ type: 'boolean', anyOf: undefined }) as z.ZodType<boolean, boolean>;

/** A checkbox of a form; `standard` where it is not sent. */
export const checkbox = (standard = false) => flag.prefault(standard);

/** A structured value; forms send it as JSON text. */
export function jsonText<Schema extends z.ZodType>(schema: Schema, title: string) {
  const text: z.ZodType<z.output<Schema>> = z
    .string()
    .transform((given, context): unknown => {
      try {
        return JSON.parse(given);
      } catch {
        context.addIssue({ code: 'custom', message: 'нужен текст JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .meta({ title, contentMediaType: 'application/json' });
  return text as z.ZodType<z.output<Schema>, z.input<Schema>>;
}
