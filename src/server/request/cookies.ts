export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...rest] = pair.split('=');
    if (key.trim() === name) return rest.join('=').trim();
  }
  return undefined;
}

interface CookieTraits {
  /** Seconds; 0 deletes it. */
  maxAge: number;
  isSecure: boolean;
  /** HttpOnly. */
  isHidden: boolean;
}

/** A Set-Cookie header. Values are our own tokens and need no escaping. */
export function writeCookie(
  name: string,
  value: string,
  { maxAge, isSecure, isHidden }: CookieTraits,
): string {
  const hidden = isHidden ? '; HttpOnly' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${hidden}${isSecure ? '; Secure' : ''}`;
}
