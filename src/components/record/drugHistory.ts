import type { RecordFor } from '#data/catalogue.ts';
import { approvalAuthority } from '#domain/vocabularies.ts';

/** Something that has happened to a drug: the day as the record has it, what it was, and of what or by whom. */
interface Step {
  at: string;
  text: string;
  note: string | undefined;
}

/**
 * Designation, approvals and registration in Russia, in order. A register names a designation again with every approval
 * that rests on it: readers see it once. An approval of a day stands once, too, whichever list tells of it.
 */
export function historyOf({
  approvals,
  designations,
  registration,
}: Pick<RecordFor<'drug'>, 'approvals' | 'designations' | 'registration'>): Step[] {
  const steps: Step[] = [
    ...designations.flatMap(({ authority, designated_at: at, designation }) =>
      at ? [{ at, text: `${authority}: орфанный статус`, note: designation }] : [],
    ),
    ...approvals.map(({ authority, approved_at: at, note }) => ({
      at,
      text: `${approvalAuthority[authority]}: одобрен`,
      note,
    })),
    ...designations.flatMap(({ authority, approved_at: at, sponsor }) =>
      at &&
      !approvals.some((approval) => approval.authority === authority && at.startsWith(approval.approved_at))
        ? [{ at, text: `${approvalAuthority[authority]}: одобрен`, note: sponsor }]
        : [],
    ),
    ...(registration?.registered_at &&
    !approvals.some(
      ({ authority, approved_at: at }) =>
        authority === 'Минздрав России' && registration.registered_at?.startsWith(at),
    )
      ? [{ at: registration.registered_at, text: 'Зарегистрирован в России', note: undefined }]
      : []),
  ];
  const once = new Map(steps.map((step) => [JSON.stringify(step), step]));
  return [...once.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
