/** Customary addresses of what has another one here. */
const customary: Readonly<Record<string, string>> = {
  '/sitemap.xml': '/sitemap-index.xml',
  '/feed.xml': '/changes/feed.xml',
  '/profile/cases/collections/': '/profile/cases/saved/',
};

/** Canonical path of another spelling: /diseases for /deseases (ruling G2), a folder's index.html. */
export function redirectOf(path: string): string | undefined {
  if (Object.hasOwn(customary, path)) return customary[path];
  if (path === '/diseases' || path.startsWith('/diseases/')) {
    const rest = path.slice('/diseases'.length) || '/';
    return rest.includes('//') ? undefined : `/deseases${/\/$|\.\w+$/.test(rest) ? rest : `${rest}/`}`;
  }
  if (path.endsWith('/index.html') && !path.includes('//')) return path.slice(0, -'index.html'.length);
  return undefined;
}

/** The path without needless escapes (RFC 3986, 6.2.2), if it has any: one page has one address. */
export function unescapedPath(path: string): string | undefined {
  const plain = path.replaceAll(/%[\da-f]{2}/gi, (escape) => {
    const sign = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : escape.toUpperCase();
  });
  // A path with empty, dotted or escaped parts is no address here, and would lead to another host or folder.
  const isSafe = /^\/(?!$)/.test(plain) && !/\\|\/\/|%2F|%5C|\/\.{1,2}(\/|$)/.test(plain);
  return plain !== path && isSafe ? plain : undefined;
}

/** The file served at an address: all cases share one, whose script loads the case (ruling G7). */
export function pageOf(path: string): string {
  return /^\/cases\/[1-9]\d{0,14}\/$/.test(path) ? '/cases/case/' : path;
}
