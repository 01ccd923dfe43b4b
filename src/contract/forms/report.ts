import * as z from 'zod/mini';
import { isTicked, mayTick, optionalEmail, optionalText, paragraphs } from './fields.ts';

/** POST /api/reports: an error on a page, reported without an account. */
export const report = z
  .object({
    record_id: z.string('Укажите запись.').check(z.regex(/^[1-9]\d{0,8}$/, 'Такой записи в каталоге нет.')),
    /** Field of the record; without it, the page as a whole. */
    field: optionalText(60, 'Такого поля у записи нет.'),
    text: paragraphs('Напишите, что неточно.', 3000),
    email: optionalEmail('Проверьте адрес почты.', 'Проверьте адрес почты или оставьте поле пустым.'),
    /** Consent to a reply by mail: a separate box, unticked by default (ruling G47). */
    consent: mayTick,
    /** Honeypot: hidden from people. */
    website: z.optional(z.string()),
  })
  .check(
    z.refine(({ email, consent }) => !email || isTicked(consent), {
      path: ['consent'],
      error: 'Чтобы получить ответ, отметьте согласие под адресом почты — или оставьте поле почты пустым.',
    }),
  );
