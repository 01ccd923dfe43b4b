import * as z from 'zod/mini';
import { limitedFile } from './fields.ts';

export const itemTitle = z
  .string('Напишите название.')
  .check(z.trim(), z.minLength(1, 'Напишите название.'), z.maxLength(300, 'Название не длиннее 300 знаков.'));

export const maxFileBytes = 20 * 2 ** 20;

export const fileUpload = z.object({
  file: limitedFile(maxFileBytes),
  title: itemTitle,
});

export const dictionaryItem = z.object({
  item: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, 'Код: латинские буквы, цифры, дефис.')),
  title: itemTitle,
});
