import * as z from 'zod/mini';
import { collectionLimits } from '#domain/cases.ts';
import { arePlain, line } from './fields.ts';

const caseNumber = z.int('Укажите случай.').check(z.gte(1), z.lte(2_147_483_647));

/** POST /api/user/collections/{id} */
export const collectionName = z.object({
  title: line('Назовите подборку.', collectionLimits.title),
});

/** POST /api/user/collections/add */
export const newCollection = z.object({
  ...collectionName.shape,
  /** A case to add at once. */
  case: z.optional(caseNumber),
});

export const collectionNote = z.object({
  note: z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.normalize('NFC'),
    z.trim(),
    z.maxLength(collectionLimits.note, `Не длиннее ${collectionLimits.note} знаков.`),
    z.refine(arePlain, 'Уберите непечатаемые знаки.'),
  ),
});

/** POST /api/user/collections/{id}/cases */
export const caseCollecting = z.object({
  case: caseNumber,
  kept: z.boolean('Отметьте, положить случай или убрать.'),
  /** Omitted: the note does not change. */
  note: z.optional(collectionNote.shape.note),
});
