import type { User } from '#contract/client/user.ts';
import { homeOf } from '#domain/profile.ts';

type Place = Pick<Location, 'pathname' | 'search'>;

/** Where a sign-in leads: the wanted page, or from the pages of signing in to one's home; else nowhere. */
export function pageAfterSignIn(
  { type }: Pick<User, 'type'>,
  { pathname, search }: Place = location,
): string | undefined {
  // The page after a form that was sent before the scripts had come stands at the address that took it.
  const isEntrance = /^\/(profile\/(login|restore|confirm|register)|api\/(auth|user))\//.test(pathname);
  return wantedPage(search) ?? (isEntrance ? homeOf(type) : undefined);
}

/** The page that was wanted before signing in: an address of this site, and nothing that a browser takes for another. */
export function wantedPage(search = location.search): string | undefined {
  const next = new URLSearchParams(search).get('next');
  if (!next || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return undefined;
  const { origin, pathname, search: query, hash } = new URL(next, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? pathname + query + hash : undefined;
}
