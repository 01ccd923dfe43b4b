import type { filesContract } from '#contract/files.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Asked, Desk, Handlers } from '../request/caller.ts';
import { addFile, giveFile, listFiles, removeFile } from './files.ts';

/** Answers to the calls about the files of the portal. */
export function fileHandlers(context: Context): Handlers<keyof typeof filesContract> {
  const deskOf = ({ actor, visit }: Pick<Asked, 'actor' | 'visit'>): Desk => ({
    user: userOf(actor),
    visit,
    context,
  });
  return {
    'GET /api/files/{name}': ({ path }) => giveFile(path.name, context),
    'GET /api/editors/files': ({ query }) => listFiles(context, query),
    'POST /api/editors/files': (asked) => addFile(asked.input, deskOf(asked), asked.once),
    'POST /api/editors/files/{id}/remove': (asked) => removeFile(asked.path.id, deskOf(asked)),
  };
}
