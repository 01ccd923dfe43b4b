import { z } from 'zod';
import { isDay, portalDay, readDay } from '../dates.ts';
import { badEmail, isEmail } from '../email.ts';
import { readPhones, refusePhone } from '../phone.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { findZone } from '../zones.ts';
import { metaOf } from './kind.ts';

/**
 * Field builders: the one place that reads a value as people write it, brings it to the form that is kept and refuses
 * the rest, whatever the door (desk, tables, programs, starter). Each sets the Russian title for forms and errors.
 */
export const line = (title: string, max = 300) => lineOf(max).meta({ title });
export const prose = (title: string, max = 20_000) =>
  z.string().overwrite(plainText).trim().min(1).max(max).meta({ title, text: 'prose' });

const lineOf = (max: number) => z.string().overwrite(plainLine).min(1).max(max);

export const day = (title: string) =>
  z
    .string()
    .overwrite((text) => portalDay(readDay(text)))
    .refine((text) => isDay(text), 'такого дня нет; нужно 28.11.2026')
    .meta({ title, format: 'date' });
/** A day, month or year, as registries give it. */
export const partialDay = (title: string) =>
  z
    .string()
    .overwrite((text) => portalDay(readDay(text)))
    .refine(
      (text) => isDay(text, true),
      'нужен день, месяц или год, который есть: 28.11.2026, ноябрь 2026, 2026',
    )
    .meta({ title, examples: ['ноябрь 2026'] });
/** The announced local time, a bare day, or an instant with its offset (`'2026-11-28T10:00+03:00'`). */
export const moment = (title: string) =>
  z
    .string()
    .overwrite(readDay)
    .refine(
      (text) =>
        text
          .split('/')
          .every(
            (one) =>
              isDay(one.slice(0, 10)) && /^.{10}(T([01]\d|2[0-3]):[0-5]\d(Z|[+-]\d\d:\d\d)?)?$/.test(one),
          ),
      'нужен день, который есть, или день и время: 28.11.2026, 28.11.2026 10:00',
    )
    .meta({ title, examples: ['28.11.2026 10:00'] });
/** Names of the runtime, so that a page can draw every one. */
export const zone = (title: string) =>
  z
    .string()
    .overwrite((name) => findZone(name) ?? name)
    .refine((name) => findZone(name) !== undefined, 'такого часового пояса нет; нужно Europe/Moscow')
    .meta({ title, vocabulary: 'zone' });

export const email = (title: string) =>
  z.string().overwrite(plainLine).refine(isEmail, badEmail).max(254).meta({ title });
export const phone = (title: string) => phoneLine.meta({ title });
/** Several numbers of one line are several. */
export const phones = (title: string, max = 20) =>
  z
    .array(phoneLine)
    .overwrite((all) => all.flatMap(readPhones))
    .max(max)
    .default([])
    .meta({ title });
const phoneLine = lineOf(200).superRefine((text, context) => {
  const message = refusePhone(text);
  if (message) context.addIssue({ code: 'custom', message });
});

export const link = (title: string) =>
  z
    .url({ protocol: /^https?$/, error: 'Нужен адрес, начинающийся с https:// или http://' })
    .max(1000)
    .meta({ title });
export const linkTo = (kind: string, title: string) =>
  z.array(z.int().positive()).max(2000).default([]).meta({ title, linkTo: kind });
export const lines = (title: string, max = 200) => z.array(lineOf(500)).max(max).default([]).meta({ title });
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

/** Fields that pages do not show, and importers' internal or derived ones: their changes are not news. */
export const quiet = <T extends z.ZodType>(field: T): T => field.meta({ ...metaOf(field), isQuiet: true });
/** Field that names a list item. */
export const naming = <T extends z.ZodType>(field: T): T => field.meta({ ...metaOf(field), isName: true });

/** A check of a whole record: the second of two days, moments or figures is not before the first. */
export const inOrder =
  <Field extends string>(first: Field, last: Field, message: string) =>
  (context: z.core.ParsePayload<Partial<Record<Field, string | number>>>): void => {
    const [from, to] = [context.value[first], context.value[last]];
    if (from === undefined || to === undefined) return;
    // Days of unequal precision are compared as far as both go: 2026 holds 2026-11.
    const isBefore =
      typeof from === 'string' && typeof to === 'string'
        ? to.slice(0, from.length) < from.slice(0, to.length)
        : to < from;
    if (isBefore) context.issues.push({ code: 'custom', message, path: [last], input: context.value });
  };
