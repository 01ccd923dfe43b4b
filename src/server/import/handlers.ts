import type { importsContract } from '#contract/imports.ts';
import type { Context } from '../context.ts';
import { userOf, type Actor } from '../request/access.ts';
import type { Handlers, Desk } from '../request/caller.ts';
import type { Visit } from '../request/visit.ts';
import { choose } from './choose.ts';
import {
  compareAgain,
  dropImport,
  getImport,
  listImports,
  receiveImport,
  showImport,
  startApplying,
  startUndoing,
} from './desk.ts';
import { listRows } from './rows.ts';

/** Answers to the calls by which editors import files. */
export function importHandlers(context: Context): Handlers<keyof typeof importsContract> {
  const db = context.database.kysely;
  const deskOf = ({ actor, visit }: { actor: Actor; visit: Visit }): Desk => ({
    user: userOf(actor),
    visit,
    context,
  });
  return {
    'GET /api/editors/imports': ({ query }) => listImports(db, query.page),
    'POST /api/editors/imports': (asked) => receiveImport(asked.input, deskOf(asked), asked.once),
    'GET /api/editors/imports/{id}': ({ path }) => showImport(context, path.id),
    async 'GET /api/editors/imports/{id}/rows'({ path, query }) {
      await getImport(db, path.id);
      return await listRows(db, path.id, query);
    },
    'POST /api/editors/imports/{id}/choose': (asked) => choose(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/imports/{id}/compare': (asked) =>
      compareAgain(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/imports/{id}/apply': (asked) =>
      startApplying(asked.path.id, asked.input, deskOf(asked)),
    'POST /api/editors/imports/{id}/undo': (asked) => startUndoing(asked.path.id, deskOf(asked)),
    'POST /api/editors/imports/{id}/drop': (asked) => dropImport(asked.path.id, deskOf(asked)),
  };
}
