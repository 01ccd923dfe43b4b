import { publicKinds, type AnyCard, type CardOf, type kindsByName } from '#domain/kinds/index.ts';
import { clinicalCase } from '#domain/kinds/case.ts';
import { lastNewsSize } from '#domain/news.ts';
import { withoutDetail } from '#domain/publication.ts';
import type { portalContract, Health } from '#contract/portal.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import { countCases } from '../cases/publication.ts';
import { listChanges, numbers } from '../catalogue/changes.ts';
import { listRecords, narrow, type ListContext } from '../catalogue/list.ts';
import { getTerms } from '../catalogue/terms.ts';
import { currentNavigation } from '../editors/menus.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Handlers } from '../request/caller.ts';
import { openApi } from '../http/openapi.ts';
import { publicOpenApi } from '../http/public-openapi.ts';
import type { Context } from '../request/context.ts';
import { currentSite } from '../site/site-text.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { overloaded } from '../base/semaphore.ts';
import { HttpError } from '../http-error.ts';
import { pageProblem } from '../publication/status.ts';
import { currentRelease } from '../site/release.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';

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

/** Milliseconds after which a monitor gets the last known state. */
const answerMs = 100;

/** Health of the portal, available under every load. */
function createHealthCheck(context: Context) {
  const { settings, database, publication } = context;
  const probe = createProbe(context);
  let last: Health | undefined;
  let reading: Promise<Health> | undefined;

  async function look(): Promise<Health> {
    const release = await currentRelease(settings.DATA_DIR);
    const { change } = await numbers(database.kysely);
    const hasRoom = await database.hasRoom();
    const problem =
      publication.now.problem ?? (await pageProblem(database.kysely)) ?? deliveryProblem(context);
    const state = release && hasRoom && problem === null ? 'ready' : 'degraded';
    return (last = { state, has_room: hasRoom, change, site: release?.name ?? null, problem });
  }

  /** Throws the database error until a state is known. */
  async function read(): Promise<Health> {
    probe.start();
    reading ??= look().finally(() => (reading = undefined));
    const found = await (last ? Promise.race([reading, pause(answerMs, last, { ref: false })]) : reading);
    const problem = probe.problem();
    return problem === null ? found : { ...found, state: 'degraded', problem };
  }

  return {
    read,
    /** Throws 503 without a site or a responding database. */
    async checkReady(): Promise<void> {
      const { site } = await read();
      if (site === null) throw new HttpError(503, 'Сайт ещё не опубликован.', undefined, { retryAfter: 5 });
      if (probe.isReadStalled()) throw overloaded();
    },
  };
}

/** The copy at PUBLISH_URL is being compared or sent: it may be older than the site. */
function deliveryProblem({ publication }: Pick<Context, 'publication'>): string | null {
  const { step } = publication.now;
  return step?.step === 'delivering'
    ? `Копия сайта в хранилище PUBLISH_URL обновляется: проверено файлов ${step.done} из ${step.total}.`
    : null;
}

/** Milliseconds between trials, and of failures before they are a problem. */
const trialIntervalMs = 2000;
const maxFailureMs = 10_000;

function createProbe({ database, semaphores }: Pick<Context, 'database' | 'semaphores'>) {
  const read = createTrial(() =>
    semaphores.read.run(() => database.kysely.selectFrom('meta').select('name').limit(1).execute()),
  );
  const write = createTrial(() => semaphores.write.run(() => database.tryWrite()));
  const seconds = maxFailureMs / 1000;
  return {
    start(): void {
      read.start();
      write.start();
    },
    isReadStalled: read.isStalled,
    /** Message for users; null while reads and writes work. */
    problem(): string | null {
      if (read.isStalled()) return `Чтение из базы не проходит дольше ${seconds} с.`;
      return write.isStalled() ? `Запись в базу не проходит дольше ${seconds} с.` : null;
    },
  };
}

function createTrial(task: () => Promise<unknown>) {
  let startedAt = -Infinity;
  let isRunning = false;
  /** Start of the first unfinished trial. */
  let failingSince: number | undefined;
  const succeeded = () => void (failingSince = undefined);
  return {
    start() {
      const now = performance.now();
      if (isRunning || now - startedAt < trialIntervalMs) return;
      startedAt = now;
      failingSince ??= now;
      isRunning = true;
      void task()
        // A full disk has an alert of its own.
        .then(succeeded, (error: unknown) => isOutOfRoom(error) && succeeded())
        .finally(() => (isRunning = false));
    },
    isStalled: () => failingSince !== undefined && performance.now() - failingSince > maxFailureMs,
  };
}
