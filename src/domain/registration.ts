import { formatDay } from './dates.ts';
import { registrationBadges, type Badge } from './badges.ts';
import { counted, plural } from './plural.ts';
import { registrationState } from './vocabularies.ts';

type State = keyof typeof registrationState;
interface Registration {
  state: State;
  /** The last day, month or year of the term. */
  valid_until?: string | undefined;
}

/** How a drug stands on a day: as its record says, but for a term that has ended since. */
type Standing = State | 'lapsed';

/**
 * A term that has run out is no registration any more, whatever the record says. `today` is asked for only where there
 * is a term, and told which: a page that has asked is made again when the term has run out.
 */
export function standingOf(
  registration: Registration | undefined,
  today: (until: string) => string,
): Standing {
  if (!registration) return 'unknown';
  const { state, valid_until: until } = registration;
  if (state !== 'registered' || until === undefined) return state;
  return today(until).slice(0, until.length) > until ? 'lapsed' : 'registered';
}

/** The standing as readers see it: an icon and words. */
export function formatStanding(
  registration: Registration | undefined,
  today: (until: string) => string,
): Badge & { text: string } {
  const standing = standingOf(registration, today);
  if (standing !== 'lapsed') return { ...registrationBadges[standing], text: registrationState[standing] };
  return {
    ...registrationBadges.expired,
    text: `Срок регистрации истёк ${formatDay(registration?.valid_until ?? '')}`,
  };
}

/** How many drugs are registered in Russia, how many are known not to be, and of how many nobody has looked. */
export interface StandingCounts {
  registered: number;
  /** The registration was ended, or its term has run out. */
  ended: number;
  not: number;
  unknown: number;
}

export function countStandings(
  drugs: readonly { registration?: Registration | undefined }[],
  today: (until: string) => string,
): StandingCounts {
  const count = { registered: 0, ended: 0, not: 0, unknown: 0 };
  for (const { registration } of drugs) {
    const standing = standingOf(registration, today);
    if (standing === 'registered' || standing === 'unknown') count[standing] += 1;
    else if (standing === 'not-registered') count.not += 1;
    else count.ended += 1;
  }
  return count;
}

/** «В каталоге 5 препаратов: в России зарегистрировано 4, ещё не сверен с реестром 1.»; what nobody has looked up is no «no». */
export function formatStandings({ registered, ended, not, unknown }: StandingCounts): string {
  const total = registered + ended + not + unknown;
  const found = `В каталоге ${counted(total, ['препарат', 'препарата', 'препаратов'])}`;
  if (unknown === total)
    return `${found}. ${
      total === 1 ? 'Зарегистрирован ли он' : 'Зарегистрированы ли они'
    } в России, мы ещё не проверили.`;
  const known = [
    registered &&
      `${plural(registered, ['зарегистрирован', 'зарегистрированы', 'зарегистрировано'])} ${registered}`,
    ended && `регистрация прекращена у ${ended}`,
    not && `${plural(not, ['не зарегистрирован', 'не зарегистрированы', 'не зарегистрировано'])} ${not}`,
    unknown && `ещё ${plural(unknown, ['не сверен', 'не сверены', 'не сверено'])} с реестром ${unknown}`,
  ].filter(Boolean);
  return `${found}: в России ${known.join(', ')}.`;
}
