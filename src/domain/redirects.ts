/** Canonical path of another spelling: /diseases for /deseases (ruling G2), a folder's index.html. */
export function redirectOf(path: string): string | undefined {
  if (path === '/diseases' || path.startsWith('/diseases/')) {
    const rest = path.slice('/diseases'.length) || '/';
    return rest.includes('//') ? undefined : `/deseases${/\/$|\.\w+$/.test(rest) ? rest : `${rest}/`}`;
  }
  if (path.endsWith('/index.html') && !path.includes('//')) return path.slice(0, -'index.html'.length);
  return undefined;
}

/** The file served at an address: all cases share one, whose script loads the case (ruling G7). */
export function pageOf(path: string): string {
  return /^\/cases\/\d{1,15}\/$/.test(path) ? '/cases/case/' : path;
}
