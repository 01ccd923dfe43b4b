import { secondsPerDay, secondsPerHour } from '#domain/durations.ts';
import { emailKey } from '../base/email.ts';
import { windowOf, type Limits, type LimitRule } from '../request/limits.ts';
import { neighbourhoodOf, type ClientInfo } from '../request/client.ts';

/** How many registrations there have been of late: they make the task harder, and in the end there are enough for a day. */

const fromNetwork = ({ network }: ClientInfo) => windowOf(`registrations from ${network}`, 60, secondsPerDay);
const fromNearby = ({ ip }: ClientInfo) =>
  windowOf(`registrations from near ${neighbourhoodOf(ip)}`, 300, secondsPerDay);
const atDomain = (domain: string) => windowOf(`registrations at ${domain}`, 1000, secondsPerDay);
/** Counted only: a storm elsewhere keeps nobody out. */
const anywhere = windowOf('registrations anywhere', 10_000_000, secondsPerHour);

/** Where an address gets its mail, in ASCII. */
export const domainOf = (email: string): string => emailKey(email).split('@').at(-1) ?? '';

/** What one registration spends. */
export const paceOf = (client: ClientInfo, email: string): LimitRule[] => [
  fromNetwork(client),
  fromNearby(client),
  atDomain(domainOf(email)),
  anywhere,
  ...lettersFrom(client),
];

/** Letters to addresses whose owners have confirmed nothing yet: so many an hour, whatever the addresses. */
export const lettersFrom = ({ network, ip }: ClientInfo): LimitRule[] => [
  windowOf(`letters to strangers from ${network}`, 20, secondsPerHour),
  windowOf(`letters to strangers from near ${neighbourhoodOf(ip)}`, 100, secondsPerHour),
];

/** Pictures that may stand in place of the task. */
export const picturesOf = ({ network, ip }: ClientInfo): LimitRule[] => [
  windowOf(`pictures from ${network}`, 20, secondsPerDay),
  windowOf(`pictures from near ${neighbourhoodOf(ip)}`, 60, secondsPerDay),
];

/** No task is harder than so many times as hard as at rest. */
const hardest = 6;
const atDomainDoublings = (spent: number) => Math.floor(spent / 100);

/**
 * How many times as hard as at rest: twice for each registration of a day from the network after the third, for each
 * twentieth from near there, for each hundredth with mail of the domain, and for each two-hundredth of an hour from
 * everywhere; 64 times at most.
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

/** The part of it that the domain of the mail alone makes. */
export async function hardnessAt(domain: string, limits: Pick<Limits, 'spent'>): Promise<number> {
  const [spent = 0] = await limits.spent([atDomain(domain)]);
  return 2 ** Math.min(hardest, atDomainDoublings(spent));
}
