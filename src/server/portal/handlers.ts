import { publicKinds, type AnyCard, type CardOf, type kindsByName } from '#domain/kinds/index.ts';
import { clinicalCase } from '#domain/kinds/case.ts';
import { lastNewsSize } from '#domain/news.ts';
import { withoutDetail } from '#domain/publication.ts';
import type { portalContract } from '#contract/portal.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import { countCases } from '../cases/publication.ts';
import { listChanges } from '../catalogue/changes.ts';
import { listRecords, narrow, type ListContext } from '../catalogue/list.ts';
import { getTerms } from '../catalogue/terms.ts';
import { currentNavigation } from '../editors/menus.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Handlers } from '../request/caller.ts';
import { openApi } from '../http/openapi.ts';
import { publicOpenApi } from '../http/public-openapi.ts';
import type { Context } from '../request/context.ts';
import { currentSite } from '../site/site-text.ts';
import { createHealthCheck } from './health.ts';

export function portalHandlers(context: Context): Handlers<keyof typeof portalContract> {
  const { settings, database } = context;
  const db = database.kysely;
  const health = createHealthCheck(context);
  const dictionary = (vocabulary: string) => async () =>
    (await getTerms(db, vocabulary)).map(({ code, title }) => ({ id: code, value: title }));
  return {
    'GET /api/page/home': async (caller) => ({
      ...(await currentSite(caller.db)),
      ...(await counters(caller)),
      news: await lastNews(caller),
    }),
    'GET /api/navigation': (caller) => currentNavigation(caller.db),
    'GET /api/dict/subject': dictionary('subject'),
    'GET /api/dict/therapeuticarea': dictionary('therapeuticarea'),
    'GET /api/dict/scientificstatus': dictionary('scientificstatus'),
    'GET /api/dict/specialization': dictionary('specialization'),
    'GET /api/dict/diseases': (caller) => titlesOf(caller.db, 'disease'),
    'GET /api/changes': (caller, { query }) => listChanges(caller.db, query),
    'GET /api/health': async (caller) => {
      const found = await health.read();
      return caller.actor.access === 'admin'
        ? { ...found, alerts: await standingAlerts(caller.db) }
        : { ...found, problem: found.problem && withoutDetail(found.problem) };
    },
    'GET /api/health/live': async () => ({ state: 'live' }),
    'GET /api/health/ready': async () => {
      await health.checkReady();
      return { state: 'ready' };
    },
    'GET /api/openapi.public.json': async (caller) =>
      publicOpenApi(settings, (await currentSite(caller.db)).title),
    'GET /api/openapi.json': async (caller) => openApi(settings, (await currentSite(caller.db)).title),
  };
}

/** B133: record counts of searchable kinds; a count of closed records reveals nothing. */
async function counters({ db, currentLists }: ListContext) {
  const counts: [string, number][] = [[clinicalCase.api, await countCases(db)]];
  const lists = await currentLists();
  for (const kind of publicKinds.filter(({ iblock }) => iblock !== null))
    counts.push([kind.api, (await narrow(lists, kind, {})).ids.length]);
  return Object.fromEntries(counts) as Record<
    'researches' | 'diseases' | 'cases' | 'clinics' | 'drugs',
    number
  >;
}

async function lastNews(context: ListContext) {
  const kind = publicKinds.find(({ name }) => name === 'news');
  if (!kind) return [];
  const { items } = await listRecords(context, kind, { page: 1, page_size: lastNewsSize });
  return items as CardOf<typeof kindsByName.news>[];
}

/** Published records as dictionary items, alphabetically (B143). */
async function titlesOf(db: ReadDatabase, kind: string): Promise<{ id: number; value: string }[]> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'card'])
    .where('kind', '=', kind)
    .where('state', '=', 'published')
    .orderBy('title_key')
    .orderBy('id')
    .execute();
  return rows.map(({ id, card }) => ({ id, value: (JSON.parse(card) as AnyCard).title }));
}
