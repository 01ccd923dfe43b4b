import type { casesContract } from '#contract/cases.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Asked, Handlers } from '../request/caller.ts';
import { makePace } from '../base/pace.ts';
import { clock, type Author } from './change.ts';
import { answerCase, closeQuestion, followCase, removeAnswer, reportCase } from './colleagues.ts';
import { addFile, giveOwnFile, removeFile } from './files.ts';
import {
  acceptCase,
  decideProblem,
  declineCase,
  getReviewed,
  giveReviewedFile,
  listProblems,
  listQueue,
  returnCase,
  takeDown,
} from './moderation.ts';
import { readNoteOf } from './notes.ts';
import { getOwn, listOwn, showOwn } from './own.ts';
import { checkCase } from './paper.ts';
import { contentOf, givePhenopacket } from './phenopackets.ts';
import { readContent } from './content.ts';
import {
  countFilters,
  getPublished,
  givePublishedFile,
  listCases,
  showPublished,
  teaser,
} from './reading.ts';
import { noteReader } from './readers.ts';
import { findSigns } from './signs.ts';
import {
  addCase,
  archiveCase,
  discardEdit,
  removeCase,
  resolveRemark,
  saveCase,
  submitCase,
  withdrawCase,
} from './work.ts';

/** Answers to the calls about clinical cases. */
export function caseHandlers(context: Context): Handlers<keyof typeof casesContract> {
  const db = context.database.kysely;
  // The page asks after each pause in typing; the detector reads a long case for a second.
  const keepPaceOfNotes = makePace({ atOnce: 30, aSecond: 1 });
  const keepPaceOfChecks = makePace({ atOnce: 30, aSecond: 1 });
  const by = ({ actor, visit }: Pick<Asked, 'actor' | 'visit'>): Author => ({
    user: userOf(actor),
    visit,
    context,
  });
  return {
    'GET /api/cases/teaser': () => teaser(db),
    'GET /api/cases': ({ query }) => listCases(db, query),
    'GET /api/cases/filter': async ({ query }) => ({
      ...(await listCases(db, query)),
      facets: await countFilters(db, query),
    }),
    'GET /api/cases/{id}': async ({ path, actor }) => {
      const user = userOf(actor);
      const published = await getPublished(db, path.id);
      await noteReader(context, published, user);
      return await showPublished(db, published, {
        user,
        mayAnswer: actor.access !== 'doctor',
        siteUrl: context.settings.SITE_URL,
      });
    },
    'GET /api/cases/{id}/phenopacket': async ({ path, actor }) => {
      const published = await getPublished(db, path.id);
      await noteReader(context, published, userOf(actor));
      const content = readContent(published.shown);
      return await givePhenopacket(db, { id: published.id, content }, clock(context));
    },
    'GET /api/cases/{id}/files/{file}': ({ path }) => givePublishedFile(path, context),
    'POST /api/cases/{id}/answers': ({ path, input, ...asked }) => answerCase(path.id, input, by(asked)),
    'POST /api/cases/{id}/answers/{answer}/remove': ({ path, ...asked }) => removeAnswer(path, by(asked)),
    'POST /api/cases/{id}/follow': ({ path, input, ...asked }) =>
      followCase(path.id, input.following, by(asked)),
    'POST /api/cases/{id}/report': ({ path, input, ...asked }) => reportCase(path.id, input.text, by(asked)),
    'POST /api/cases/add': ({ input, once, ...asked }) => addCase(input.content, { ...by(asked), once }),
    'POST /api/user/cases/signs': ({ input, actor }) => {
      keepPaceOfNotes(String(userOf(actor).id));
      return readNoteOf(input.text);
    },
    'POST /api/user/cases/phenopacket': async ({ input, once, ...asked }) =>
      addCase(await contentOf(db, input.phenopacket), { ...by(asked), once }),
    'GET /api/user/cases/{id}/phenopacket': async ({ path, actor }) => {
      const { id, data } = await getOwn(db, userOf(actor), path.id);
      return await givePhenopacket(db, { id, content: readContent(data) }, clock(context));
    },
    'GET /api/user/cases': ({ query, actor }) => listOwn(db, userOf(actor), query),
    'GET /api/user/cases/{id}': async ({ path, actor }) =>
      showOwn(db, await getOwn(db, userOf(actor), path.id)),
    'PUT /api/user/cases/{id}': ({ path, input, ...asked }) => saveCase(path.id, input, by(asked)),
    'POST /api/user/cases/{id}': ({ path, input, ...asked }) => saveCase(path.id, input, by(asked)),
    'GET /api/user/cases/{id}/check': async ({ path, actor }) => {
      const user = userOf(actor);
      keepPaceOfChecks(String(user.id));
      const row = await getOwn(db, user, path.id);
      return await checkCase(db, row, readContent(row.data));
    },
    'POST /api/user/cases/{id}/submit': ({ path, input, ...asked }) =>
      submitCase(path.id, input.version, by(asked)),
    'POST /api/user/cases/{id}/withdraw': ({ path, input, ...asked }) =>
      withdrawCase(path.id, input.version, by(asked)),
    'POST /api/user/cases/{id}/archive': ({ path, input, ...asked }) =>
      archiveCase(path.id, input.version, by(asked)),
    'POST /api/user/cases/{id}/discard': ({ path, input, ...asked }) =>
      discardEdit(path.id, input.version, by(asked)),
    'POST /api/user/cases/{id}/remove': ({ path, input, ...asked }) =>
      removeCase(path.id, input.version, by(asked)),
    'POST /api/user/cases/{id}/files': ({ path, input, ...asked }) => addFile(path.id, input, by(asked)),
    'GET /api/user/cases/{id}/files/{file}': ({ path, ...asked }) => giveOwnFile(path, by(asked)),
    'POST /api/user/cases/{id}/files/{file}/remove': ({ path, ...asked }) => removeFile(path, by(asked)),
    'POST /api/user/cases/{id}/remarks': ({ path, input, ...asked }) =>
      resolveRemark(path.id, input, by(asked)),
    'POST /api/user/cases/{id}/close': ({ path, input, ...asked }) =>
      closeQuestion(path.id, input, by(asked)),
    'GET /api/editors/cases': ({ query, ...asked }) => listQueue(query, by(asked)),
    'GET /api/editors/cases/problems': ({ query }) => listProblems(db, query),
    'POST /api/editors/cases/problems/{id}': ({ path, input, ...asked }) =>
      decideProblem(path.id, input.state, by(asked)),
    'GET /api/editors/cases/{id}': ({ path, ...asked }) => getReviewed(path.id, by(asked)),
    'GET /api/editors/cases/{id}/files/{file}': ({ path, ...asked }) => giveReviewedFile(path, by(asked)),
    'POST /api/editors/cases/{id}/accept': ({ path, input, ...asked }) =>
      acceptCase(path.id, input, by(asked)),
    'POST /api/editors/cases/{id}/return': ({ path, input, ...asked }) =>
      returnCase(path.id, input, by(asked)),
    'POST /api/editors/cases/{id}/decline': ({ path, input, ...asked }) =>
      declineCase(path.id, input, by(asked)),
    'POST /api/editors/cases/{id}/archive': ({ path, input, ...asked }) =>
      takeDown(path.id, input, by(asked)),
    'GET /api/signs': ({ query }) => findSigns(query.query),
  };
}
