import { addressOf, findKind } from './kinds/index.ts';

/** Pages of the profile by their codes. */
const profile = [
  'application',
  'cases',
  'confirm',
  'login',
  'notifications',
  'restore',
  'settings',
  'subscribes',
  'main',
];

/**
 * Address of a thing by its key and id or code: the link templates of the specification.
 * A key that nobody knows leads home (ruling G22).
 */
export function addressFor(key: string, which: string | number): string {
  if (key === 'profile') return profile.includes(String(which)) ? `/profile/${which}/` : '/profile/';
  const kind = findKind(key);
  return kind ? addressOf(kind, { id: Number(which), code: which }) : '/';
}
