import type { PolicyReport, PolicyReports } from '#contract/portal.ts';
import { kinds } from '#domain/kinds/index.ts';
import { windowOf } from '../request/limits.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Caller } from '../request/caller.ts';

/** Row limit against fabricated reports; the rest is counted together. */
const maxRows = 500;
const otherSummary = { directive: 'other', blocked: 'other', section: 'other' };

/**
 * Counts CSP violations on our pages (CSP Level 3, 5; Reporting API). Nothing of the reader is stored: no
 * address, query or sample, and only the section of the page. Excess reports are dropped silently.
 */
export async function countPolicyReports(caller: Caller, given: PolicyReport): Promise<null> {
  const { client, database, settings, now } = caller;
  const seen = seenIn(given)
    .slice(0, 20)
    .flatMap((one) => summaryOf(one, settings.SITE_URL));
  if (seen.length === 0) return null;
  const paces = [
    windowOf(`policy reports from ${client.network}`, 30, 60),
    windowOf('policy reports of everybody', 20_000, 86_400),
  ];
  await database.transaction(async (tx) => {
    if (!(await caller.limits.spendWithin(tx, paces))) return;
    const at = now().toISOString();
    for (const summary of seen) {
      const { count } = await tx
        .selectFrom('policy_reports')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      const known = await tx
        .selectFrom('policy_reports')
        .select('count')
        .where('directive', '=', summary.directive)
        .where('blocked', '=', summary.blocked)
        .where('section', '=', summary.section)
        .executeTakeFirst();
      await tx
        .insertInto('policy_reports')
        .values({
          ...(known || Number(count) < maxRows ? summary : otherSummary),
          count: 1,
          first_at: at,
          last_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['directive', 'blocked', 'section'])
            .doUpdateSet((eb) => ({ count: eb('policy_reports.count', '+', 1), last_at: at })),
        )
        .execute();
    }
  });
  return null;
}

export const listPolicyReports = async (db: ReadDatabase): Promise<PolicyReports> =>
  await db
    .selectFrom('policy_reports')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('count', 'desc')
    .limit(maxRows + 1)
    .execute();

interface Seen {
  page: unknown;
  directive: unknown;
  blocked: unknown;
}

/** Both report formats. */
function seenIn({ 'csp-report': one, reports = [] }: PolicyReport): Seen[] {
  const several = reports
    .filter(({ type }) => type === 'csp-violation')
    .map(({ url, body }) => ({
      page: body?.['documentURL'] ?? url,
      directive: body?.['effectiveDirective'],
      blocked: body?.['blockedURL'],
    }));
  if (!one) return several;
  const directive = one['effective-directive'] ?? one['violated-directive'];
  return [...several, { page: one['document-uri'], directive, blocked: one['blocked-uri'] }];
}

type Summary = typeof otherSummary;

/** Empty for other sites. */
function summaryOf({ page, directive, blocked }: Seen, siteUrl: string): Summary[] {
  const address = typeof page === 'string' && URL.canParse(page) ? new URL(page) : undefined;
  if (address?.host !== new URL(siteUrl).host) return [];
  const [word = ''] = typeof directive === 'string' ? directive.split(' ') : [];
  return [
    {
      directive: /^[a-z]{1,20}(-[a-z]{1,20}){1,4}$/.test(word) ? word : 'other',
      blocked: typeof blocked === 'string' ? sourceOf(blocked, siteUrl) : 'other',
      section: sectionOf(address.pathname),
    },
  ];
}

/** Host of another site, path of an own file, or a keyword. */
function sourceOf(blocked: string, siteUrl: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'other';
  const { protocol, origin, host, pathname } = new URL(blocked);
  if (!/^https?:$/.test(protocol)) return protocol.slice(0, 40);
  if (host !== new URL(siteUrl).host) return origin.slice(0, 200);
  return /^\/_astro\/[\w.-]{1,100}$/.test(pathname) ? pathname : sectionOf(pathname);
}

const sections = new Set([
  '/',
  ...kinds.map(({ path }) => path),
  '/profile/',
  '/search/',
  '/compare/',
  '/open-data/',
  '/unsubscribe/',
  '/upload/',
  '/api/',
]);

/** First segment of an address, if it is a section: the rest may hold input. */
function sectionOf(pathname: string): string {
  const [, first = ''] = pathname.split('/');
  const section = first ? `/${first}/` : '/';
  return sections.has(section) ? section : 'other';
}
