import { isPersonal } from './shared-dictionary.ts';

/** How pages are read, counted where they are served: days, addresses and where readers come from, nothing of the reader. */
export const cameFrom = {
  search: 'Из поисковых систем',
  site: 'С других сайтов',
  inside: 'С других страниц портала',
  none: 'Напрямую или неизвестно',
} as const;
export type CameFrom = keyof typeof cameFrom;

/** Days of a period that the desk looks at. */
export const readPeriods = ['7', '30', '90'] as const;

/** Programs that say what they are; who hides it is counted as a reader. Our own check of links is among them. */
const robots =
  /bot\b|bot[/-]|crawl|spider|slurp|archiver|scan|monitor|uptime|preview|validator|lighthouse|headless|registerlinks|curl|wget|libwww|python|java\/|go-http|okhttp|node-fetch|axios|undici|^node\b|ruby|facebookexternalhit|whatsapp|mediapartners|feed/i;

/** A browser names itself: who does not is no reader. */
export const isRobot = (agent: string | undefined): boolean => !agent || robots.test(agent);

const searches =
  /(^|\.)(yandex|ya|google|bing|duckduckgo|yahoo|baidu|qwant|ecosia|startpage)\.[a-z.]{2,6}$|^(go\.mail|nova\.rambler)\.ru$|^search\./;

/** By the host of the page before alone. */
export function cameFromOf(referrer: string | undefined, hosts: readonly string[]): CameFrom {
  const url = referrer ? URL.parse(referrer) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return 'none';
  if (hosts.includes(url.host)) return 'inside';
  return searches.test(url.hostname) ? 'search' : 'site';
}

/** Pages that are read, by the decoded address; rooms of one person, and pages that tell of a failure are none. */
export const isRead = (address: string): boolean =>
  address.startsWith('/') &&
  address.endsWith('/') &&
  address.length <= 300 &&
  !isPersonal(address) &&
  !/^\/(api|offline|error|gone|unsubscribe|preview|dialogs|saved)\//.test(address);

/** The day in Moscow, which has kept one offset since 2014. */
export const readDay = (at: Date): string =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
