import type { savedCasesContract } from '#contract/saved-cases.ts';
import type { casesContract } from '#contract/cases.ts';
import type { Caller, Handler, Handlers } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { makeRateLimiter } from '../base/rate-limiter.ts';
import { closeQuestion, reportCase } from './colleagues.ts';
import { agree, answerCase, editAnswer, removeAnswer, removeAnswerAsEditor } from './discussion.ts';
import { decideProblem, listProblems } from './problems.ts';
import { addFile, giveOwnFile, removeFile } from './files.ts';
import { acceptCase, declineCase, listQueue, returnCase, takeDown } from './moderation.ts';
import { makeFinder } from './finder.ts';
import { countFilters, listCases } from './list.ts';
import { readNoteOf, findSigns } from './signs.ts';
import { getOwn, listOwn, authorView } from './author-view.ts';
import { checkCase } from './validation.ts';
import { contentOf, givePhenopacket } from './phenopackets.ts';
import { readContent } from './content.ts';
import { getPublished, givePublishedFile, publishedView, teaser } from './published.ts';
import { getReviewed, giveReviewedFile } from './reviewed.ts';
import { recordCaseRead } from './read-log.ts';
import { savedHandlers } from './saved.ts';
import {
  addCase,
  archiveCase,
  discardEdit,
  removeCase,
  resolveRemark,
  costOfSave,
  saveCase,
  submitCase,
  withdrawCase,
} from './author-actions.ts';

export function caseHandlers({
  db,
  now,
}: Pick<Context, 'db' | 'now'>): Handlers<keyof typeof casesContract | keyof typeof savedCasesContract> {
  const find = makeFinder(db);
  const milliseconds = () => now().getTime();
  // Pages request it after each pause in typing; a long case takes the detector a second.
  const limitNotes = makeRateLimiter({ burst: 30, perSecond: 1 }, milliseconds);
  const limitChecks = makeRateLimiter({ burst: 30, perSecond: 1 }, milliseconds);
  const save = pacedSave(milliseconds);
  return {
    'GET /api/cases': (caller, { query }) => listCases(caller.db, query, { user: caller.user, find }),
    'GET /api/cases/filter': async (caller, { query }) => ({
      ...(await listCases(caller.db, query, { user: caller.user, find })),
      facets: await countFilters(caller.db, query, { user: caller.user, find }),
    }),
    'GET /api/cases/{id}': async (caller, { path }) => {
      const published = await readPublished(caller, path.id);
      return await publishedView(caller.db, published, {
        user: caller.user,
        mayAnswer: caller.actor.access !== 'doctor',
        siteUrl: caller.settings.SITE_URL,
      });
    },
    'GET /api/cases/{id}/phenopacket': async (caller, { path }) => {
      const published = await readPublished(caller, path.id);
      const content = readContent(published.shown);
      const isDemo = published.demo === 1;
      return await givePhenopacket(caller.db, { id: published.id, content, isDemo }, caller.now());
    },
    'POST /api/cases/add': (caller, { input }) => addCase(caller, input.content),
    'POST /api/user/cases/signs': (caller, { input }) => {
      limitNotes(String(caller.user.id));
      return readNoteOf(String(caller.user.id), input.text);
    },
    'PUT /api/user/cases/{id}': save,
    'POST /api/user/cases/{id}': save,
    'GET /api/user/cases/{id}/check': async (caller, { path }) => {
      const { user } = caller;
      limitChecks(String(user.id));
      const row = await getOwn(caller.db, user, path.id);
      return await checkCase(caller.db, row, {
        owner: String(user.id),
        content: readContent(row.data),
      });
    },
    ...caseActions,
    ...savedHandlers,
    'GET /api/signs': (_, { query }) => findSigns(query.query),
  };
}

/** A published case; the read is recorded. */
async function readPublished(caller: Caller, id: number) {
  const published = await getPublished(caller.db, id);
  await recordCaseRead(caller, published);
  return published;
}

/** Calls that need no state. */
const caseActions = {
  'GET /api/cases/teaser': (caller) => teaser(caller.db),
  'POST /api/user/cases/phenopacket': async (caller, { input }) =>
    addCase(caller, await contentOf(caller.db, input.phenopacket)),
  'GET /api/user/cases/{id}/phenopacket': async (caller, { path }) => {
    const { id, data, demo } = await getOwn(caller.db, caller.user, path.id);
    const content = readContent(data);
    return await givePhenopacket(caller.db, { id, content, isDemo: demo === 1 }, caller.now());
  },
  'GET /api/user/cases': (caller, { query }) => listOwn(caller.db, caller.user, query),
  'GET /api/user/cases/{id}': async (caller, { path }) =>
    authorView(caller.db, await getOwn(caller.db, caller.user, path.id)),
  'GET /api/cases/{id}/files/{file}': givePublishedFile,
  'POST /api/cases/{id}/answers': answerCase,
  'POST /api/cases/{id}/answers/{answer}': editAnswer,
  'POST /api/cases/{id}/answers/{answer}/agree': agree,
  'POST /api/cases/{id}/answers/{answer}/remove': removeAnswer,
  'POST /api/cases/{id}/report': reportCase,
  'POST /api/user/cases/{id}/submit': submitCase,
  'POST /api/user/cases/{id}/withdraw': withdrawCase,
  'POST /api/user/cases/{id}/archive': archiveCase,
  'POST /api/user/cases/{id}/discard': discardEdit,
  'POST /api/user/cases/{id}/remove': removeCase,
  'POST /api/user/cases/{id}/files': addFile,
  'GET /api/user/cases/{id}/files/{file}': giveOwnFile,
  'POST /api/user/cases/{id}/files/{file}/remove': removeFile,
  'POST /api/user/cases/{id}/remarks': resolveRemark,
  'POST /api/user/cases/{id}/close': closeQuestion,
  'GET /api/editors/cases': listQueue,
  'GET /api/editors/cases/problems': listProblems,
  'POST /api/editors/cases/problems/{id}': decideProblem,
  'POST /api/editors/cases/answers/{id}/remove': removeAnswerAsEditor,
  'GET /api/editors/cases/{id}': getReviewed,
  'GET /api/editors/cases/{id}/files/{file}': giveReviewedFile,
  'POST /api/editors/cases/{id}/accept': acceptCase,
  'POST /api/editors/cases/{id}/return': returnCase,
  'POST /api/editors/cases/{id}/decline': declineCase,
  'POST /api/editors/cases/{id}/archive': takeDown,
} satisfies Partial<Handlers<keyof typeof casesContract>>;

/** Saving with a rate limit by text length. */
function pacedSave(
  milliseconds: () => number,
): Handler<'PUT /api/user/cases/{id}' | 'POST /api/user/cases/{id}'> {
  const limitRate = makeRateLimiter({ burst: 60, perSecond: 2 }, milliseconds);
  return (caller, { path, input }) => {
    limitRate(String(caller.user.id), costOfSave(input.content));
    return saveCase(caller, path.id, input);
  };
}
