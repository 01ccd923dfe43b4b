import type { registrationState } from '#domain/vocabularies.ts';

type Registered = { registration?: { state: keyof typeof registrationState } | undefined };

/** How many drugs are registered in Russia, how many are not, and of how many nothing is known. */
export function countRegistrations(drugs: readonly Registered[]): {
  registered: number;
  not: number;
  unknown: number;
} {
  const count = { registered: 0, not: 0, unknown: 0 };
  for (const { registration } of drugs) {
    const state = registration?.state ?? 'unknown';
    if (state === 'registered') count.registered += 1;
    else if (state === 'unknown') count.unknown += 1;
    else count.not += 1;
  }
  return count;
}
