import type { User } from '#contract/client/user.ts';
import type { Item } from '#stores/dictionaries.ts';

/** Values of a dictionary by their ids, as one line; a dash for nothing. */
export function namesOf(items: readonly Item[], ids: readonly (string | number | null)[]): string {
  const names = ids.flatMap((id) => items.find((item) => String(item.id) === String(id))?.value ?? []);
  return names.join(', ') || '—';
}

export const orDash = (text: string | null | undefined) => text || '—';

/** Accounts that an operator has made may have no name yet. */
export const fullNameOf = ({ last_name, name, second_name }: User) =>
  orDash([last_name, name, second_name].filter(Boolean).join(' '));
