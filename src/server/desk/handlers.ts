import { site, siteFields } from '#domain/site.ts';
import { checkAudit, lastAuditCheck } from '../audit/check.ts';
import { parseHead } from '../audit/heads.ts';
import type { Handlers, Handler } from '../request/caller.ts';
import { renewPages } from '../catalogue/terms.ts';
import { currentSite } from '../site/site-text.ts';
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

export const deskHandlers = {
  'GET /api/editors/counts': countsFor,
  'GET /api/editors/overview': overviewFor,
  'GET /api/editors/site': (caller) => currentSite(caller.db),
  'POST /api/editors/site': changeSite,
  'GET /api/editors/audit/check': lastAuditCheck,
  'POST /api/editors/audit/check': (caller, { input }) => checkAudit(caller, parseHead(input.head ?? '')),
  'GET /api/editors/search-misses': listFailedQueries,
  'POST /api/editors/search-misses': addSynonym,
  'GET /api/editors/letters': listLetters,
  'GET /api/editors/letters/{id}': getLetter,
  'POST /api/editors/letters/{id}/repeat': repeatLetter,
} satisfies Partial<Handlers>;
