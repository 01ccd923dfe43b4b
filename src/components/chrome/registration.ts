import { formatDay } from '#domain/dates.ts';
import { registrationBadges, type Badge } from '#domain/badges.ts';
import { counted, plural } from '#domain/plural.ts';
import { registrationState } from '#domain/vocabularies.ts';

type State = keyof typeof registrationState;
interface Registration {
  state: State;
  /** The last day, month or year of the term. */
  valid_until?: string | undefined;
}

/** Registration of a drug on a day: its state, or lapsed. */
type Standing = State | 'lapsed';

/**
 * Registration state; an expired term overrides the record. `today` is called only with a term, whose end
 * then invalidates the page.
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

/** Registration state as icon and text. */
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

/** Counts of registered, unregistered and unchecked drugs. */
export interface StandingCounts {
  registered: number;
  /** Registration ended or expired. */
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

/**
 * «В каталоге 5 препаратов: в России зарегистрировано 4, ещё не сверен с реестром 1.»; unchecked is not "no".
 */
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
