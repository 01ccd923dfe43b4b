import type { filesContract } from '#contract/files.ts';
import type { Handlers } from '../request/caller.ts';
import { addFile, cropFile, giveFile, listFiles, removeFile } from './files.ts';

export const fileHandlers: Handlers<keyof typeof filesContract> = {
  'GET /api/files/{name}': (caller, { path }) => giveFile(caller, path.name),
  'GET /api/editors/files': (caller, { query }) => listFiles(caller, query),
  'POST /api/editors/files': (caller, { input }) => addFile(caller, input),
  'POST /api/editors/files/{id}/crop': (caller, { path, input }) => cropFile(caller, path.id, input),
  'POST /api/editors/files/{id}/remove': (caller, { path }) => removeFile(caller, path.id),
};
