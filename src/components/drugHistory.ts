import type { RecordFor } from '#data/catalogue.ts';

/** Something that has happened to a drug: the day as the record has it, what it was, and of what or by whom. */
export interface Step {
  at: string;
  text: string;
  note: string | undefined;
}

/**
 * Designation, approval and registration in Russia, in order. A register names a designation again with every approval
 * that rests on it: readers see it once.
 */
export function historyOf({
  designations,
  registration,
}: Pick<RecordFor<'drug'>, 'designations' | 'registration'>): Step[] {
  const steps: Step[] = [
    ...designations.flatMap(({ authority, designated_at: at, designation }) =>
      at ? [{ at, text: `${authority}: орфанный статус`, note: designation }] : [],
    ),
    ...designations.flatMap(({ authority, approved_at: at, sponsor }) =>
      at ? [{ at, text: `${authority}: одобрен`, note: sponsor }] : [],
    ),
    ...(registration?.registered_at
      ? [{ at: registration.registered_at, text: 'Зарегистрирован в России', note: undefined }]
      : []),
  ];
  const once = new Map(steps.map((step) => [JSON.stringify(step), step]));
  return [...once.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
