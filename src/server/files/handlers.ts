import type { filesContract } from '#contract/files.ts';
import type { Handlers } from '../request/caller.ts';
import { addFile, cropFile, giveFile, listFiles, removeFile } from './files.ts';

export const fileHandlers: Handlers<keyof typeof filesContract> = {
  'GET /api/files/{name}': giveFile,
  'GET /api/editors/files': listFiles,
  'POST /api/editors/files': (caller, { input }) => addFile(caller, input),
  'POST /api/editors/files/{id}/crop': cropFile,
  'POST /api/editors/files/{id}/remove': removeFile,
};
