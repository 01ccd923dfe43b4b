/** The value of a cookie that the browser sent. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...rest] = pair.split('=');
    if (key.trim() === name) return rest.join('=').trim();
  }
  return undefined;
}

interface CookieTraits {
  /** Seconds; 0 makes the browser forget it. */
  maxAge: number;
  isSecure: boolean;
  /** Scripts of the page cannot read it. */
  isHidden: boolean;
}

/** A Set-Cookie header. Values are tokens of ours, so nothing needs escaping. */
export function writeCookie(
  name: string,
  value: string,
  { maxAge, isSecure, isHidden }: CookieTraits,
): string {
  const hidden = isHidden ? '; HttpOnly' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${hidden}${isSecure ? '; Secure' : ''}`;
}
