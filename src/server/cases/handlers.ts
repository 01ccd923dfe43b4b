import type { savedCasesContract } from '#contract/saved-cases.ts';
import type { casesContract } from '#contract/cases.ts';
import type { Handler, Handlers } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { makeRateLimiter } from '../base/rate-limiter.ts';
import { authorHandlers, costOfSave, saveCase } from './author-actions.ts';
import { authorViewHandlers, getOwn } from './author-view.ts';
import { readContent } from './content.ts';
import { discussionHandlers } from './discussion.ts';
import { caseFileHandlers } from './files.ts';
import { makeFinder } from './finder.ts';
import { countFilters, listCases } from './list.ts';
import { moderationHandlers } from './moderation.ts';
import { phenopacketHandlers } from './phenopackets.ts';
import { problemHandlers } from './problems.ts';
import { publishedHandlers } from './published.ts';
import { reviewHandlers } from './reviewed.ts';
import { savedHandlers } from './saved.ts';
import { findSigns, readNoteOf } from './signs.ts';
import { checkCase } from './validation.ts';

export function caseHandlers({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Handlers<keyof typeof casesContract | keyof typeof savedCasesContract> {
  const find = makeFinder(db);
  const milliseconds = () => now().getTime();
  // Pages request it after each pause in typing; a long case takes the detector a second.
  const limitNotes = makeRateLimiter({ burst: 30, perSecond: 1 }, milliseconds);
  const limitChecks = makeRateLimiter({ burst: 30, perSecond: 1 }, milliseconds);
  const limitSaves = makeRateLimiter({ burst: 60, perSecond: 2 }, milliseconds);
  const save: Handler<'PUT /api/user/cases/{id}' | 'POST /api/user/cases/{id}'> = (
    caller,
    { path, input },
  ) => {
    limitSaves(String(caller.user.id), costOfSave(input.content));
    return saveCase(caller, path.id, input);
  };
  return {
    'GET /api/cases': (caller, { query }) => listCases(caller.db, query, { user: caller.user, find }),
    'GET /api/cases/filter': async (caller, { query }) => ({
      ...(await listCases(caller.db, query, { user: caller.user, find })),
      facets: await countFilters(caller.db, query, { user: caller.user, find }),
    }),
    'POST /api/user/cases/signs': (caller, { input }) => {
      limitNotes(String(caller.user.id));
      return readNoteOf(String(caller.user.id), input.text);
    },
    'PUT /api/user/cases/{id}': save,
    'POST /api/user/cases/{id}': save,
    'GET /api/user/cases/{id}/check': async (caller, { path }) => {
      limitChecks(String(caller.user.id));
      const row = await getOwn(caller.db, caller.user, path.id);
      return await checkCase(caller.db, caller, row, readContent(row.data));
    },
    'GET /api/signs': (_, { query }) => findSigns(query.query),
    ...publishedHandlers,
    ...phenopacketHandlers,
    ...discussionHandlers,
    ...authorViewHandlers,
    ...authorHandlers,
    ...caseFileHandlers,
    ...reviewHandlers,
    ...moderationHandlers,
    ...problemHandlers,
    ...savedHandlers,
  };
}
