import type { importsContract } from '#contract/imports.ts';
import type { Handlers } from '../request/caller.ts';
import {
  dropImport,
  listImports,
  receiveImport,
  recompare,
  showImport,
  startApplying,
  startUndoing,
} from './desk.ts';
import { reviewRows } from './review.ts';
import { listRows } from './rows.ts';
import { previewColumns } from './tables/receive.ts';

export const importHandlers: Handlers<keyof typeof importsContract> = {
  'GET /api/editors/imports': (caller, { query }) => listImports(caller.db, query.page),
  'POST /api/editors/imports/columns': previewColumns,
  'POST /api/editors/imports': receiveImport,
  'GET /api/editors/imports/{id}': (caller, { path }) => showImport(caller, path.id),
  'GET /api/editors/imports/{id}/rows': listRows,
  'POST /api/editors/imports/{id}/choose': reviewRows,
  'POST /api/editors/imports/{id}/compare': recompare,
  'POST /api/editors/imports/{id}/apply': startApplying,
  'POST /api/editors/imports/{id}/undo': startUndoing,
  'POST /api/editors/imports/{id}/drop': dropImport,
};
