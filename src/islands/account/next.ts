/** The page that was wanted before signing in: an address of this site, and nothing that a browser takes for another. */
export function wantedPage(search = location.search): string | undefined {
  const next = new URLSearchParams(search).get('next');
  if (!next || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return undefined;
  const { origin, pathname, search: query, hash } = new URL(next, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? pathname + query + hash : undefined;
}
