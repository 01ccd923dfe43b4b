import * as z from 'zod/mini';
import { plainLine, plainText } from '#domain/plain-text.ts';
import { savedLimits } from '#domain/cases.ts';
import { arePlain, line } from './fields.ts';

const mayBeEmpty = (maxLength: number, normalize: (text: string) => string) =>
  z._default(
    z
      .string()
      .check(
        z.refine(arePlain, 'Уберите непечатаемые знаки.'),
        z.overwrite<string>(normalize),
        z.trim(),
        z.maxLength(maxLength, `Не длиннее ${maxLength} знаков.`),
      ),
    '',
  );

export const savedEntry = z.object({
  folder: mayBeEmpty(savedLimits.folder, plainLine),
  note: mayBeEmpty(savedLimits.note, plainText),
  /** Notify of messages, new editions and the outcome. */
  following: z._default(z.boolean('Отметьте, следить или нет.'), false),
});

const folder = line('Назовите папку.', savedLimits.folder);

export const folderName = z.object({ title: folder });

/** POST /api/user/saved/folder; without a title the cases stay without a folder. */
export const folderChange = z.object({ folder, title: z.optional(folder) });
