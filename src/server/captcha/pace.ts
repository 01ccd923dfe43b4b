import { emailKey } from '../account/email.ts';
import { windowOf, type Limits, type Rule } from '../account/limits.ts';
import { neighbourhoodOf, type Visit } from '../http/visit.ts';

/** How many registrations there have been of late: they make the task harder, and in the end there are enough for a day. */

const day = 86_400;
const fromNetwork = ({ network }: Visit) => windowOf(`registrations from ${network}`, 60, day);
const fromNearby = ({ ip }: Visit) => windowOf(`registrations from near ${neighbourhoodOf(ip)}`, 300, day);
const atDomain = (email: string) =>
  windowOf(`registrations at ${emailKey(email).split('@')[1] ?? ''}`, 1000, day);
/** Counted only: a storm elsewhere keeps nobody out. */
const anywhere = windowOf('registrations anywhere', 10_000_000, 3600);

/** What one registration spends; letters to strangers are bounded so, too. */
export const paceOf = (visit: Visit, email: string): Rule[] => [
  fromNetwork(visit),
  fromNearby(visit),
  atDomain(email),
  anywhere,
];

/**
 * How many times as hard as at rest: twice for each registration of a day from the network after the third, for each
 * twentieth from near there, and for each two-hundredth of an hour from everywhere; 64 times at most.
 */
export async function hardnessFor(visit: Visit, limits: Pick<Limits, 'spent'>): Promise<number> {
  const [own = 0, near = 0, all = 0] = await limits.spent([fromNetwork(visit), fromNearby(visit), anywhere]);
  const doublings = Math.max(0, own - 3) + Math.floor(near / 20) + Math.floor(all / 200);
  return 2 ** Math.min(6, doublings);
}
