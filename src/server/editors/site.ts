import { site, siteFields, type SiteWords } from '#domain/site.ts';
import { auditAction } from '../audit/audit.ts';
import type { Caller } from '../request/caller.ts';
import { currentSite } from '../site/site-text.ts';
import { renewPages } from './menus.ts';

/** Sets the names; empty ones restore defaults. */
export async function changeSite(caller: Caller, words: SiteWords): Promise<SiteWords> {
  const { database } = caller;
  await database.transaction(async (tx) => {
    await tx.deleteFrom('site_words').execute();
    const changed = siteFields.flatMap(({ name }) =>
      words[name] && words[name] !== site[name] ? [{ name, words: words[name] }] : [],
    );
    if (changed.length > 0) await tx.insertInto('site_words').values(changed).execute();
    await renewPages(tx);
    await auditAction(tx, caller, {
      action: 'site named',
      details: changed.map((row) => row.words).join(', ') || 'исходное',
    });
  });
  return await currentSite(database.kysely);
}
