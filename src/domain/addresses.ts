import { addressOf, findKind } from './kinds/index.ts';

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
 * Address by key and id or code: the link templates of the specification. An unknown key leads to the home
 * page (ruling G22).
 */
export function addressFor(key: string, which: string | number): string {
  if (key === 'profile') return profile.includes(String(which)) ? `/profile/${which}/` : '/profile/';
  const kind = findKind(key);
  return kind ? addressOf(kind, { id: Number(which), code: which }) : '/';
}
