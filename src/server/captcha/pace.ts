import { secondsPerDay, secondsPerHour } from '#domain/durations.ts';
import { emailKey } from '../base/email.ts';
import { windowOf, type Limits, type LimitRule } from '../request/limits.ts';
import { neighbourhoodOf, type ClientInfo } from '../request/client.ts';

/** Recent registrations: they make tasks harder, up to a daily limit. */

const fromNetwork = ({ network }: ClientInfo) => windowOf(`registrations from ${network}`, 60, secondsPerDay);
const fromNearby = ({ ip }: ClientInfo) =>
  windowOf(`registrations from near ${neighbourhoodOf(ip)}`, 300, secondsPerDay);
const atDomain = (domain: string) => windowOf(`registrations at ${domain}`, 1000, secondsPerDay);
/** Counted without a limit: attacks elsewhere must not block anyone. */
const anywhere = windowOf('registrations anywhere', 10_000_000, secondsPerHour);

/** Mail domain in ASCII. */
export const domainOf = (email: string): string => emailKey(email).split('@').at(-1) ?? '';

export const paceOf = (client: ClientInfo, email: string): LimitRule[] => [
  fromNetwork(client),
  fromNearby(client),
  atDomain(domainOf(email)),
  anywhere,
  ...lettersFrom(client),
];

/** Hourly letters to unconfirmed addresses. */
export const lettersFrom = ({ network, ip }: ClientInfo): LimitRule[] => [
  windowOf(`letters to strangers from ${network}`, 20, secondsPerHour),
  windowOf(`letters to strangers from near ${neighbourhoodOf(ip)}`, 100, secondsPerHour),
];

/** Pictures that may replace the task. */
export const picturesOf = ({ network, ip }: ClientInfo): LimitRule[] => [
  windowOf(`pictures from ${network}`, 20, secondsPerDay),
  windowOf(`pictures from near ${neighbourhoodOf(ip)}`, 60, secondsPerDay),
];

/** Maximum doublings of the difficulty. */
const hardest = 6;
const atDomainDoublings = (spent: number) => Math.floor(spent / 100);

/**
 * Difficulty as a multiple: doubled for each daily registration of the network after the third, each
 * twentieth from its vicinity, each hundredth of the mail domain, and each two-hundredth an hour in total; at
 * most 64.
 */
export async function hardnessFor(
  client: ClientInfo,
  domain: string,
  limits: Pick<Limits, 'spent'>,
): Promise<number> {
  const rules = [fromNetwork(client), fromNearby(client), atDomain(domain), anywhere];
  const [own = 0, near = 0, same = 0, all = 0] = await limits.spent(rules);
  const doublings =
    Math.max(0, own - 3) + Math.floor(near / 20) + atDomainDoublings(same) + Math.floor(all / 200);
  return 2 ** Math.min(hardest, doublings);
}

/** The part due to the mail domain. */
export async function hardnessAt(domain: string, limits: Pick<Limits, 'spent'>): Promise<number> {
  const [spent = 0] = await limits.spent([atDomain(domain)]);
  return 2 ** Math.min(hardest, atDomainDoublings(spent));
}
