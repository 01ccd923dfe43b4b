import { z } from 'zod';
import { metaOf } from './kind.ts';

/** Field builders; each sets the Russian title for forms and errors. */
export const line = (title: string, max = 300) => plainLine(max).meta({ title });
export const prose = (title: string, max = 20_000) =>
  z.string().overwrite(withoutSoftHyphens).trim().min(1).max(max).meta({ title, text: 'prose' });

/** Soft hyphens come from PDF; CSS hyphenates. */
const withoutSoftHyphens = (text: string) => text.replaceAll('\u00ad', '');

/** Normalises spaces, for search and comparison. */
const plainLine = (max: number) =>
  z
    .string()
    .overwrite((text) => withoutSoftHyphens(text).replaceAll('\u00a0', ' '))
    .trim()
    .min(1)
    .max(max);

export const day = (title: string) => z.iso.date().meta({ title });
/** A day, month or year, as registries give it. */
export const partialDay = (title: string) =>
  z
    .string()
    .regex(
      /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
      'Год, месяц или день: 2026, 2026-11, 2026-11-21',
    )
    .meta({ title });
export const link = (title: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Нужен адрес, начинающийся с https:// или http://' })
    .max(1000)
    .meta({ title });
export const linkTo = (kind: string, title: string) =>
  z.array(z.int().positive()).max(2000).default([]).meta({ title, linkTo: kind });
export const lines = (title: string, max = 200) =>
  z.array(plainLine(500)).max(max).default([]).meta({ title });
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, title: string) =>
  z.enum(values).meta({ title });
export const someOf = <const T extends readonly [string, ...string[]]>(values: T, title: string) =>
  z.array(z.enum(values)).max(50).default([]).meta({ title });
/** Codes of a dictionary in the database (therapeutic areas, federal subjects). */
export const term = (vocabulary: string, title: string) =>
  z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .meta({ title, vocabulary });
export const terms = (vocabulary: string, title: string) =>
  z
    .array(z.string().regex(/^[a-z0-9-]{1,60}$/))
    .max(50)
    .default([])
    .meta({ title, vocabulary });

/** Importers' internal or derived fields, whose changes are not news. */
export const quiet = <T extends z.ZodType>(field: T): T => field.meta({ ...metaOf(field), isQuiet: true });
/** Field that names a list item. */
export const naming = <T extends z.ZodType>(field: T): T => field.meta({ ...metaOf(field), isName: true });
