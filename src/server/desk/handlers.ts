import type { deskContract } from '#contract/desk.ts';
import type { lettersContract } from '#contract/letters.ts';
import { checkAudit, lastAuditCheck } from '../audit/check.ts';
import { givenHeads } from '../audit/heads.ts';
import type { Context } from '../context.ts';
import { userOf, type Actor } from '../request/access.ts';
import type { Handlers, Desk } from '../request/caller.ts';
import type { Visit } from '../request/visit.ts';
import { getLetter, listLetters, repeatLetter } from './letters.ts';
import { listDictionaries, orderTerms, putTerm, removeTerm } from '../editors/dictionaries.ts';
import { listLog, logAsLines } from '../editors/log.ts';
import { changeMenu, menusForDesk } from '../editors/menus.ts';
import { listMisses } from './misses.ts';
import { addSynonym } from './synonyms.ts';
import { countsFor, overviewFor } from './overview.ts';
import { reviewRules, setReviewRule } from '../editors/rules.ts';
import { keepView, listViews, removeView } from '../editors/views.ts';

/** Answers to the calls about what stands around the records. */
export function deskHandlers(
  context: Context,
): Handlers<
  | keyof typeof deskContract
  | keyof typeof lettersContract
  | 'GET /api/editors/search-misses'
  | 'POST /api/editors/search-misses'
> {
  const db = context.database.kysely;
  const deskOf = ({ actor, visit }: { actor: Actor; visit: Visit }): Desk => ({
    user: userOf(actor),
    visit,
    context,
  });
  return {
    'GET /api/editors/counts': ({ actor }) => countsFor(userOf(actor), context),
    'GET /api/editors/overview': ({ actor }) => overviewFor(userOf(actor), context),
    'GET /api/editors/views': ({ actor }) => listViews(context, userOf(actor).id),
    'POST /api/editors/views': (asked) => keepView(asked.input, deskOf(asked)),
    'POST /api/editors/views/{id}/remove': (asked) => removeView(asked.path.id, deskOf(asked)),
    'GET /api/editors/dictionaries': () => listDictionaries(db),
    'POST /api/editors/dictionaries/{code}': (asked) => putTerm(asked.path.code, asked.input, deskOf(asked)),
    'POST /api/editors/dictionaries/{code}/order': (asked) =>
      orderTerms(asked.path.code, asked.input, deskOf(asked)),
    'POST /api/editors/dictionaries/{code}/remove': (asked) =>
      removeTerm(asked.path.code, asked.input, deskOf(asked)),
    'GET /api/editors/navigation': () => menusForDesk(db),
    'POST /api/editors/navigation/{code}': (asked) => changeMenu(asked.path.code, asked.input, deskOf(asked)),
    'GET /api/editors/review-rules': () => reviewRules(db),
    'POST /api/editors/review-rules': (asked) => setReviewRule(asked.input, deskOf(asked)),
    'GET /api/editors/audit': (asked) => listLog(asked.query, deskOf(asked)),
    'GET /api/editors/audit.jsonl': (asked) => logAsLines(asked.query, deskOf(asked)),
    'GET /api/editors/audit/check': () => lastAuditCheck(context),
    'POST /api/editors/audit/check': ({ input }) => checkAudit(context, givenHeads(input.head)),
    'GET /api/editors/search-misses': ({ query }) => listMisses(context, query),
    'POST /api/editors/search-misses': (asked) => addSynonym(asked.input, deskOf(asked)),
    'GET /api/editors/letters': ({ query }) => listLetters(db, query),
    'GET /api/editors/letters/{id}': (asked) => getLetter(asked.path.id, deskOf(asked)),
    'POST /api/editors/letters/{id}/repeat': (asked) => repeatLetter(asked.path.id, deskOf(asked)),
  };
}
