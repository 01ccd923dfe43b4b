import { z } from 'zod';
import { defineCall } from './call.ts';
import { card } from './cases.ts';
import { folderChange, savedEntry } from './forms/saved-cases.ts';
import { idPath } from './record.ts';

const savedCase = z.object({
  case_id: z.int(),
  /** Empty without a folder. A folder exists while it has cases. */
  folder: z.string(),
  note: z.string(),
  following: z.boolean(),
  created_at: z.string(),
  /** null when the case is no longer published. */
  card: z.nullable(card),
});
export type SavedCase = z.infer<typeof savedCase>;

/** Private: the reader's saved cases, latest first. Each call returns the whole list. */
const ofReader = {
  access: 'doctor',
  cache: 'none',
  isOfCases: true,
  isHeavy: true,
  output: z.array(savedCase),
} as const;

export const savedCasesContract = {
  'GET /api/user/saved': defineCall({
    ...ofReader,
    summary: 'Мои сохранённые случаи: папка, заметка и слежу ли я; сохранённые последними первыми',
  }),
  'POST /api/user/saved/{id}': defineCall({
    ...ofReader,
    summary: 'Сохранить случай или изменить папку, заметку и слежение; following — сообщать о новостях',
    path: idPath,
    input: savedEntry,
    isStructured: true,
  }),
  'POST /api/user/saved/{id}/remove': defineCall({
    ...ofReader,
    summary: 'Убрать случай из сохранённых вместе с заметкой',
    path: idPath,
  }),
  'POST /api/user/saved/folder': defineCall({
    ...ofReader,
    summary: 'Переименовать папку; без title — удалить её, случаи останутся без папки',
    input: folderChange,
    isStructured: true,
  }),
};
