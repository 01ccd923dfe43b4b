import type { deskContract } from '#contract/desk.ts';
import type { lettersContract } from '#contract/letters.ts';
import { site, siteFields, type SiteWords } from '#domain/site.ts';
import { checkAudit, lastAuditCheck } from '../audit/check.ts';
import { givenHeads } from '../audit/heads.ts';
import type { Handlers, Caller } from '../request/caller.ts';
import { listDictionaries, orderTerms, putTerm, removeTerm } from '../editors/dictionaries.ts';
import { listLog, logAsLines } from '../editors/log.ts';
import { changeMenu, menusForDesk, renewPages } from '../editors/menus.ts';
import { reviewRules, setReviewRule } from '../editors/rules.ts';
import { planOf } from '../editors/plan.ts';
import { currentSite } from '../site/site-text.ts';
import { keepView, listViews, removeView } from '../editors/views.ts';
import { audit } from '../audit/audit.ts';
import { getLetter, listLetters, repeatLetter } from './letters.ts';
import { listFailedQueries } from './failed-queries.ts';
import { addSynonym } from './synonyms.ts';
import { overviewFor } from './overview.ts';
import { countsFor } from './queues.ts';

export const deskHandlers: Handlers<
  | keyof typeof deskContract
  | keyof typeof lettersContract
  | 'GET /api/editors/search-misses'
  | 'POST /api/editors/search-misses'
> = {
  'GET /api/editors/counts': (caller) => countsFor(caller),
  'GET /api/editors/plan': (caller, { query }) => planOf(caller.db, query),
  'GET /api/editors/overview': (caller) => overviewFor(caller),
  'GET /api/editors/views': (caller) => listViews(caller, caller.user.id),
  'POST /api/editors/views': (caller, { input }) => keepView(caller, input),
  'POST /api/editors/views/{id}/remove': (caller, { path }) => removeView(caller, path.id),
  'GET /api/editors/dictionaries': (caller) => listDictionaries(caller.db),
  'POST /api/editors/dictionaries/{code}': (caller, { path, input }) => putTerm(caller, path.code, input),
  'POST /api/editors/dictionaries/{code}/order': (caller, { path, input }) =>
    orderTerms(caller, path.code, input),
  'POST /api/editors/dictionaries/{code}/remove': (caller, { path, input }) =>
    removeTerm(caller, path.code, input),
  'GET /api/editors/navigation': (caller) => menusForDesk(caller.db),
  'POST /api/editors/navigation/{code}': (caller, { path, input }) => changeMenu(caller, path.code, input),
  'GET /api/editors/site': (caller) => currentSite(caller.db),
  'POST /api/editors/site': (caller, { input }) => changeSite(caller, input),
  'GET /api/editors/review-rules': (caller) => reviewRules(caller.db),
  'POST /api/editors/review-rules': (caller, { input }) => setReviewRule(caller, input),
  'GET /api/editors/audit': (caller, { query }) => listLog(caller, query),
  'GET /api/editors/audit.jsonl': (caller, { query }) => logAsLines(caller, query),
  'GET /api/editors/audit/check': (caller) => lastAuditCheck(caller),
  'POST /api/editors/audit/check': (caller, { input }) => checkAudit(caller, givenHeads(input.head)),
  'GET /api/editors/search-misses': (caller, { query }) => listFailedQueries(caller, query),
  'POST /api/editors/search-misses': (caller, { input }) => addSynonym(caller, input),
  'GET /api/editors/letters': (caller, { query }) => listLetters(caller.db, query),
  'GET /api/editors/letters/{id}': (caller, { path }) => getLetter(caller, path.id),
  'POST /api/editors/letters/{id}/repeat': (caller, { path }) => repeatLetter(caller, path.id),
};

/** Sets the names; empty ones restore defaults. */
async function changeSite(caller: Caller, words: SiteWords): Promise<SiteWords> {
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
}
