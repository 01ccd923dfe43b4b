import { isPersonal } from './shared-dictionary.ts';

/** Page views, counted on the server: day, address and origin, nothing about the reader. */
export const cameFrom = {
  search: 'Из поисковых систем',
  site: 'С других сайтов',
  inside: 'С других страниц портала',
  none: 'Напрямую или неизвестно',
} as const;
export type CameFrom = keyof typeof cameFrom;

/** Periods in days. */
export const readPeriods = ['7', '30', '90'] as const;

/** Self-declared robots, including our own link check; undeclared ones count as readers. */
const robots =
  /bot\b|bot[/-]|crawl|spider|slurp|archiver|scan|monitor|uptime|preview|validator|lighthouse|headless|registerlinks|curl|wget|libwww|python|java\/|go-http|okhttp|node-fetch|axios|undici|^node\b|ruby|facebookexternalhit|whatsapp|mediapartners|feed/i;

/** Without a User-Agent it is not a browser. */
export const isRobot = (agent: string | undefined): boolean => !agent || robots.test(agent);

const searches =
  /(^|\.)(yandex|ya|google|bing|duckduckgo|yahoo|baidu|qwant|ecosia|startpage)\.[a-z.]{2,6}$|^(go\.mail|nova\.rambler)\.ru$|^search\./;

export function cameFromOf(referrer: string | undefined, hosts: readonly string[]): CameFrom {
  const url = referrer ? URL.parse(referrer) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return 'none';
  if (hosts.includes(url.host)) return 'inside';
  return searches.test(url.hostname) ? 'search' : 'site';
}

/** Counted pages, by decoded address: not private pages and error pages. */
export const isRead = (address: string): boolean =>
  address.startsWith('/') &&
  address.endsWith('/') &&
  address.length <= 300 &&
  !isPersonal(address) &&
  !/^\/(api|offline|error|gone|unsubscribe|preview|dialogs|saved)\//.test(address);
