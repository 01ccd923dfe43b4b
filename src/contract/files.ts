import { z } from 'zod';
import { anonymous, download, editor, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { fileUpload, maxFileBytes } from './forms/desk.ts';
import { choice } from './query.ts';
import { idPath } from './record.ts';

const file = z.object({
  id: z.int(),
  title: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Public address: `/media/HASH.pdf` for a document; an unguessable name for a full picture. */
  url: z.string(),
  /** Reference of a picture in texts and records, published with their pages (#domain/media.ts). */
  picture: z.string().nullable(),
  uses: z.array(z.object({ record: z.int().nullable(), title: z.string() })),
  author: z.string().nullable(),
  created_at: z.string(),
});
export type DeskFile = z.infer<typeof file>;

const share = (title: string, least: number) =>
  z.coerce
    .number(`${title}: число от ${least} до 1.`)
    .min(least, `${title}: число от ${least} до 1.`)
    .max(1, `${title}: число от ${least} до 1.`)
    .meta({ title });

/** An unguessable name, or the numeric id of older files. */
const namePath = z.object({
  name: z
    .string()
    .regex(/^(?:[0-9a-f]{48}|[1-9]\d{0,8})$/)
    .meta({ title: 'Имя файла' }),
});

/** Documents and pictures for readers; records and menus refer to them by address. */
export const filesContract = {
  'GET /api/files/{name}': defineCall({
    ...anonymous,
    isHeavy: true,
    summary: 'Файл, который редакция выложила для читателей',
    path: namePath,
    ...download,
  }),
  'GET /api/editors/files': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Файлы для читателей, новые первыми: что на них ссылается',
    query: z.strictObject({
      ...paging(30, 'Файлов на странице'),
      of: choice(['pictures'], 'Только картинки').optional(),
      hash: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .optional()
        .meta({ title: 'Картинка по её адресу' }),
    }),
    output: pageOf(file),
  }),
  'POST /api/editors/files': defineCall({
    ...editor,
    creates: true,
    summary: 'Выложить PDF, JPEG, PNG или WebP, до 20 мб.',
    input: fileUpload,
    bodyLimit: maxFileBytes + 64 * 1024,
    output: file,
  }),
  'POST /api/editors/files/{id}/crop': defineCall({
    ...editor,
    creates: true,
    isHeavy: true,
    summary: 'Фрагмент картинки отдельной картинкой; доли её ширины и высоты, от 0 до 1',
    path: idPath,
    input: z.strictObject({
      left: share('Левый край', 0),
      top: share('Верхний край', 0),
      width: share('Ширина', 0.02),
      height: share('Высота', 0.02),
    }),
    output: file,
  }),
  'POST /api/editors/files/{id}/remove': defineCall({
    ...editor,
    summary: 'Удалить файл, на который ничто не ссылается',
    path: idPath,
    output: z.null(),
  }),
};
