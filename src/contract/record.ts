import { views } from '#domain/lists/request.ts';
import { z } from 'zod';
import { alphabet } from '#domain/alphabet.ts';
import { closedFields, source, states, type AnyCard, type Kind } from '#domain/kinds/index.ts';
import { choice, code, several, typedWords, wholeNumber, wholeNumberOr } from './query.ts';

const envelope = {
  id: z.int(),
  kind: z.string(),
  state: z.enum(states),
  version: z.int(),
  updated_at: z.iso.datetime(),
  reviewed_at: z.string().nullable(),
  reviewer: z.string().nullable(),
  review_due: z.string().nullable(),
  sources: z.array(source),
};
const cardEnvelope = { id: z.int(), kind: z.string(), title: z.string(), updated_at: z.iso.datetime() };

export const idPath = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .meta({ examples: ['1'] })
    .transform(Number)
    .refine((id) => id <= 2_147_483_647)
    .meta({ title: 'Номер записи' }),
});
export const codePath = z.object({
  code: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,60}$/)
    .meta({ title: 'Код страницы', examples: ['about'] }),
});

const computedShape = ({ computed = {} }: Kind) =>
  Object.fromEntries(
    Object.entries(computed).map(([name, { title, values, vocabulary }]) => [
      name,
      z.enum(values).meta({ title, vocabulary, readOnly: true }),
    ]),
  );

/** Schema of a public record; closed fields are not in it, so they cannot leak. */
export function recordSchema(kind: Kind) {
  const shape = { ...kind.fields.shape };
  for (const field of closedFields(kind)) delete shape[field];
  return z.object({ ...envelope, ...shape, ...computedShape(kind) });
}

export function cardSchema(kind: Kind) {
  const closed = closedFields(kind);
  const shown = kind.card.filter((field) => !closed.includes(field));
  const shape = { ...kind.fields.shape, ...computedShape(kind) };
  return z.object({
    ...cardEnvelope,
    ...Object.fromEntries(shown.map((field) => [field, (shape[field] as z.ZodType).optional()])),
  });
}

export const facetSchema = z.object({
  field: z.string(),
  title: z.string(),
  values: z.array(z.object({ id: z.string(), value: z.string(), count: z.int() })),
});
/** Published records linked in either direction by this field; `total` may exceed the items. */
export const relatedSchema = z.object({
  kind: z.string(),
  field: z.string(),
  direction: z.enum(['to', 'from']),
  total: z.int(),
  items: z.array(z.looseObject(cardEnvelope)) as z.ZodType<AnyCard[]>,
});

const slugs = alphabet.map(({ slug }) => slug) as [string, ...string[]];

export function listQuery(kind: Kind) {
  return carriedQuery(kind).extend({
    page: wholeNumberOr(1, 'Страница', [1, 100_000]),
    page_size: wholeNumberOr(Math.min(kind.pageSize, 100), 'Записей на странице', [1, 100]),
  });
}

/** Parameters of lists as data: also by code. */
export function codedQuery(kind: Kind) {
  return listQuery(kind).extend(
    Object.fromEntries(
      Object.entries(kind.codes ?? {}).map(([name, { title, ...form }]) => [
        name,
        code(title, form).optional(),
      ]),
    ),
  );
}

/** Query parameters of the list as markup: those allowed in the page's address. */
export function drawnQuery(kind: Kind) {
  return listQuery(kind)
    .omit({ page_size: true, sort: true })
    .extend({
      view: choice([...views], 'Вид списка').default('list'),
      ...(kind.place ? { near: typedWords('Город, к которому ближайшие стоят первыми').optional() } : {}),
    });
}

/** Query parameters of the list as a file, without pages. */
export function carriedQuery(kind: Kind) {
  const dated = kind.order.by === 'newest' ? kind.order.field : null;
  const orders = ['title', 'updated_at', ...(dated ? [dated] : [])].flatMap((field) => [field, `-${field}`]);
  return z.strictObject({
    sort: choice(orders as [string, ...string[]], 'Порядок; с минусом обратный').optional(),
    q: typedWords(kind.searched.said).optional(),
    letter: choice(slugs, 'Буква').optional(),
    ...(dated ? { year: wholeNumber('Год', [1900, 2999]).optional() } : {}),
    ...Object.fromEntries(
      kind.facets.map(({ field, title }) => [field, several(title + describeHidden(kind, field))]),
    ),
  });
}

const describeHidden = ({ leftOut }: Kind, field: string): string =>
  field === leftOut?.field ? `; пока не выбран, в списке нет записей ${leftOut.values.join(', ')}` : '';
