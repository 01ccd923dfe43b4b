import { site, siteFields } from '#domain/site.ts';
import { checkAudit, lastAuditCheck } from '../audit/check.ts';
import { parseHead } from '../audit/heads.ts';
import type { Handlers } from '../request/caller.ts';
import { renewPages } from '../catalogue/terms.ts';
import { currentSite } from '../site/site-text.ts';
import { audit } from '../audit/audit.ts';
import { failedQueryHandlers } from './failed-queries.ts';
import { letterHandlers } from './letters.ts';
import { overviewHandlers } from './overview.ts';

export const deskHandlers = {
  ...overviewHandlers,
  ...letterHandlers,
  ...failedQueryHandlers,
  'GET /api/editors/site': (caller) => currentSite(caller.db),
  /** Sets the names; empty ones restore defaults. */
  'POST /api/editors/site': async (caller, { input: words }) => {
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
  },
  'GET /api/editors/audit/check': lastAuditCheck,
  'POST /api/editors/audit/check': (caller, { input }) => checkAudit(caller, parseHead(input.head ?? '')),
} satisfies Partial<Handlers>;
