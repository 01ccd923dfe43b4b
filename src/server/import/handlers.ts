import type { importsContract } from '#contract/imports.ts';
import type { Handlers } from '../request/caller.ts';
import { reviewRows } from './review.ts';
import {
  recompare,
  dropImport,
  getImport,
  listImports,
  receiveImport,
  showImport,
  startApplying,
  startUndoing,
} from './desk.ts';
import { previewColumns } from './tables/receive.ts';
import { listRows } from './rows.ts';

export const importHandlers: Handlers<keyof typeof importsContract> = {
  'GET /api/editors/imports': (caller, { query }) => listImports(caller.db, query.page),
  'POST /api/editors/imports/columns': (caller, { input }) => previewColumns(caller, input),
  'POST /api/editors/imports': (caller, { input }) => receiveImport(caller, input, caller.once),
  'GET /api/editors/imports/{id}': (caller, { path }) => showImport(caller, path.id),
  async 'GET /api/editors/imports/{id}/rows'(caller, { path, query }) {
    await getImport(caller.db, path.id);
    return await listRows(caller.db, path.id, query);
  },
  'POST /api/editors/imports/{id}/choose': (caller, { path, input }) => reviewRows(caller, path.id, input),
  'POST /api/editors/imports/{id}/compare': (caller, { path, input }) => recompare(caller, path.id, input),
  'POST /api/editors/imports/{id}/apply': (caller, { path, input }) => startApplying(caller, path.id, input),
  'POST /api/editors/imports/{id}/undo': (caller, { path }) => startUndoing(caller, path.id),
  'POST /api/editors/imports/{id}/drop': (caller, { path }) => dropImport(caller, path.id),
};
