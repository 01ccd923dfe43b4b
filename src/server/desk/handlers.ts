import type { deskContract } from '#contract/desk.ts';
import type { lettersContract } from '#contract/letters.ts';
import { site, siteFields } from '#domain/site.ts';
import { checkAudit, lastAuditCheck } from '../audit/check.ts';
import { parseHead } from '../audit/heads.ts';
import type { Handlers, Handler } from '../request/caller.ts';
import { listDictionaries, orderTerms, putTerm, removeTerm } from '../editors/dictionaries.ts';
import { listLog, logAsLines } from '../editors/log.ts';
import { renewPages } from '../catalogue/terms.ts';
import { changeMenu, menusForDesk } from '../editors/menus.ts';
import { reviewRules, setReviewRule } from '../editors/review.ts';
import { planOf } from '../editors/schedule.ts';
import { currentSite } from '../site/site-text.ts';
import { keepView, listViews, removeView } from '../editors/views.ts';
import { audit } from '../audit/audit.ts';
import { getLetter, listLetters, repeatLetter } from './letters.ts';
import { listFailedQueries, addSynonym } from './failed-queries.ts';
import { overviewFor } from './overview.ts';
import { countsFor } from './queues.ts';

/** Sets the names; empty ones restore defaults. */
const changeSite: Handler<'POST /api/editors/site'> = async (caller, { input: words }) => {
  const { database } = caller;
  await database.transaction(async (tx) => {
    await tx.deleteFrom('site_words').execute();
    const changed = siteFields.flatMap(({ name }) =>
      words[name] && words[name] !== site[name] ? [{ name, words: words[name] }] : [],
    );
    if (changed.length > 0) await tx.insertInto('site_words').values(changed).execute();
    await renewPages(tx);
    await audit(tx, caller, 'site named', {
      details: changed.map((row) => row.words).join(', ') || 'исходное',
    });
  });
  return await currentSite(database.kysely);
};

export const deskHandlers: Handlers<
  | keyof typeof deskContract
  | keyof typeof lettersContract
  | 'GET /api/editors/search-misses'
  | 'POST /api/editors/search-misses'
> = {
  'GET /api/editors/counts': countsFor,
  'GET /api/editors/plan': planOf,
  'GET /api/editors/overview': overviewFor,
  'GET /api/editors/views': (caller) => listViews(caller, caller.user.id),
  'POST /api/editors/views': keepView,
  'POST /api/editors/views/{id}/remove': removeView,
  'GET /api/editors/dictionaries': listDictionaries,
  'POST /api/editors/dictionaries/{code}': putTerm,
  'POST /api/editors/dictionaries/{code}/order': orderTerms,
  'POST /api/editors/dictionaries/{code}/remove': removeTerm,
  'GET /api/editors/navigation': (caller) => menusForDesk(caller.db),
  'POST /api/editors/navigation/{code}': changeMenu,
  'GET /api/editors/site': (caller) => currentSite(caller.db),
  'POST /api/editors/site': changeSite,
  'GET /api/editors/review-rules': (caller) => reviewRules(caller.db),
  'POST /api/editors/review-rules': setReviewRule,
  'GET /api/editors/audit': listLog,
  'GET /api/editors/audit.jsonl': logAsLines,
  'GET /api/editors/audit/check': lastAuditCheck,
  'POST /api/editors/audit/check': (caller, { input }) => checkAudit(caller, parseHead(input.head ?? '')),
  'GET /api/editors/search-misses': listFailedQueries,
  'POST /api/editors/search-misses': addSynonym,
  'GET /api/editors/letters': listLetters,
  'GET /api/editors/letters/{id}': getLetter,
  'POST /api/editors/letters/{id}/repeat': repeatLetter,
};
