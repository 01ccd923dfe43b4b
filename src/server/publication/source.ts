import { portalDay } from '#domain/dates.ts';
import { isLastPart } from '#domain/publication.ts';
import { teaser } from '../cases/published.ts';
import { listChanges } from '../catalogue/changes.ts';
import { getTerms } from '../catalogue/terms.ts';
import { drawMedia } from '../uploads/media.ts';
import type { Context } from '../request/context.ts';
import { currentNavigation } from '../editors/menus.ts';
import { currentSite } from '../site/site-text.ts';

const atOnce = 60;

/** Public catalogue for a publisher in this process, without the network. */
export function catalogueSource({ settings, database, now }: Pick<Context, 'settings' | 'database' | 'now'>) {
  const db = database.kysely;
  return {
    async news(since: number) {
      const changes = await listChanges(db, { since, page_size: atOnce });
      return isLastPart(changes) ? { ...changes, notes: await notes() } : changes;
    },
    picture: (file: string) => drawMedia({ settings, database }, file).catch(() => undefined),
    async terms(vocabulary: string): Promise<{ code: string; title: string }[]> {
      return (await getTerms(db, vocabulary)).map(({ code, title }) => ({ code, title }));
    },
  };

  async function notes() {
    const { total, topics } = await teaser(db);
    const today = portalDay(now());
    return {
      cases: total,
      topics,
      navigation: await currentNavigation(db),
      site: await currentSite(db),
      today,
    };
  }
}
