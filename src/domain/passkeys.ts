/** Passkeys (WebAuthn): rules shared by both sides. */

export const maxPasskeys = 10;

/** Message where passkeys are unavailable. */
export const noPasskeysHere =
  'Ключи доступа работают только на адресе с именем сайта и по https: по адресу из цифр их нет.';

/**
 * RP ID of Web Authentication: the host of the portal. Undefined for IP addresses, and without https except
 * on localhost, where browsers refuse passkeys.
 */
export function passkeyDomain(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isOwnMachine ? hostname : undefined;
}
