import { z } from 'zod';
import { defineCall } from './call.ts';
import { card } from './cases.ts';
import { caseCollecting, collectionName, newCollection } from './forms/case-collections.ts';
import { idPath } from './record.ts';

/** Private collections of cases, with notes. */
const collection = z.object({
  id: z.int(),
  title: z.string(),
  created_at: z.string(),
  /** Case ids, latest added first. */
  cases: z.array(z.int()),
});
export type CaseCollection = z.infer<typeof collection>;

const collections = z.array(collection);
const opened = z.object({
  id: z.int(),
  title: z.string(),
  items: z.array(
    z.object({
      case_id: z.int(),
      note: z.string(),
      added_at: z.string(),
      /** null when the case is no longer published. */
      card: z.nullable(card),
    }),
  ),
});
export type OpenedCollection = z.infer<typeof opened>;

/** Readers of cases may collect them. */
const reader = { access: 'doctor', cache: 'none', isOfCases: true } as const;

export const caseCollectionContract = {
  'GET /api/user/collections': defineCall({
    ...reader,
    summary: 'Мои подборки случаев по алфавиту; в каждой номера случаев',
    output: collections,
  }),
  'POST /api/user/collections/add': defineCall({
    ...reader,
    summary: 'Новая подборка; case — номер случая, который сразу в неё положить',
    input: newCollection,
    isStructured: true,
    creates: true,
    output: collections,
  }),
  'GET /api/user/collections/{id}': defineCall({
    ...reader,
    summary: 'Подборка: случаи, добавленные последними первыми, и мои заметки',
    path: idPath,
    isHeavy: true,
    output: opened,
  }),
  'POST /api/user/collections/{id}': defineCall({
    ...reader,
    summary: 'Переименовать подборку',
    path: idPath,
    input: collectionName,
    isStructured: true,
    output: collections,
  }),
  'POST /api/user/collections/{id}/remove': defineCall({
    ...reader,
    summary: 'Удалить подборку с заметками; сами случаи остаются',
    path: idPath,
    output: collections,
  }),
  'POST /api/user/collections/{id}/cases': defineCall({
    ...reader,
    summary: 'Положить случай в подборку, убрать из неё (kept=false) или изменить заметку',
    path: idPath,
    input: caseCollecting,
    isStructured: true,
    output: collections,
  }),
};
