import * as z from 'zod/mini';
import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import { reauthentication } from './access.ts';
import { line, paragraphs } from './fields.ts';

export const broadcastCodes = [...mailings, documentsNotice].map(({ code }) => code);

/** POST /api/editors/broadcasts and /{id}: `version` is the one being edited. */
export const broadcastText = z.object({
  mailing: z.enum(broadcastCodes, 'Выберите рассылку.'),
  subject: line('Напишите тему письма.', 150),
  body: paragraphs('Напишите текст письма.', 20_000),
  version: z.optional(z.coerce.number()),
});
/** POST /api/editors/broadcasts/{id}/send: reauthentication, so that an unattended browser cannot send. */
export const broadcastSending = z.object({ version: z.coerce.number(), ...reauthentication });

export type BroadcastText = z.infer<typeof broadcastText>;
