import * as z from 'zod/mini';
import { mailings } from '#domain/subscriptions.ts';
import { line, paragraphs } from './fields.ts';

const codes = mailings.map(({ code }) => code);

/** POST /api/editors/broadcasts and /{id}: `version` is the one that was read. */
export const broadcastText = z.object({
  mailing: z.enum(codes, 'Выберите рассылку.'),
  subject: line('Напишите тему письма.', 150),
  body: paragraphs('Напишите текст письма.', 20_000),
  version: z.optional(z.coerce.number()),
});
export type BroadcastText = z.infer<typeof broadcastText>;
