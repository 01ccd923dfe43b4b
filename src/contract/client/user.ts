import type { User } from '../account.ts';

export type { FactorKind, User } from '../account.ts';
export type { SubscriptionItem } from '../subscriptions.ts';

const types: Record<string, User['type']> = {
  doctor: 'doctor',
  editor: 'editor',
  admin: 'admin',
  patient: 'patient',
  // The specification's spelling in one place (ruling G3, B138).
  parient: 'patient',
};

/** Reads the user; an unknown type gets the least rights. */
export function readUser(user: User | null): User | null {
  return user && { ...user, type: types[user.type] ?? 'patient' };
}

/** The user still owes a second factor or a longer password: other calls answer 403 (ruling G54). */
export const isUnfinished = (user: User) => user.second_factor === 'required' || user.must_renew_password;

/** A patient or relative, registered with an address alone. */
export const isFamily = (user: User | null | undefined) => user?.type === 'patient' && user.family;
export const isPartner = (user: User | null | undefined) => user?.type === 'patient' && !user.family;

/** Doctors, who write cases, and staff, who review them. */
export const writesCases = (user: User | null | undefined) => Boolean(user) && user?.type !== 'patient';
/** CASES_READING may restrict published cases to verified doctors (ruling G73). */
export const readsCases = (user: User | null | undefined) => Boolean(user?.reads_cases);
export const isEditor = (user: User | null | undefined) => user?.type === 'editor' || user?.type === 'admin';
