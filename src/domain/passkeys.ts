/** Keys of devices (WebAuthn): what both sides know of them. */

/** How many keys one account may have. */
export const maxPasskeys = 10;

/** Why there are no keys at such an address. */
export const noPasskeysHere =
  'Ключи доступа работают только на адресе с именем сайта и по https: по адресу из цифр их нет.';

/**
 * The domain that keys are bound to (the RP ID of Web Authentication), by the portal's own address: its host. None where
 * browsers keep no keys: an IP address is no domain, and without https only the own machine is trusted.
 */
export function passkeyDomain(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isOwnMachine ? hostname : undefined;
}
