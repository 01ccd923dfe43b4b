import { site, siteFields, type SiteWords } from '#domain/site.ts';
import type { ReadDatabase } from '../database/database.ts';

/** Names of the portal: the editors' or the defaults. */
export async function currentSite(db: ReadDatabase): Promise<SiteWords> {
  const rows = await db.selectFrom('site_words').select(['name', 'words']).execute();
  const changed = new Map(rows.map(({ name, words }) => [name, words]));
  return {
    ...site,
    ...Object.fromEntries(
      siteFields.flatMap(({ name }) => (changed.has(name) ? [[name, changed.get(name)]] : [])),
    ),
  };
}
