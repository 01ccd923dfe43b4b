import { domainToASCII, domainToUnicode } from 'node:url';

/** How two spellings of one address are compared: servers do not tell capitals apart, and names have one ASCII form. */
export function emailKey(address: string): string {
  const { local, host } = parts(address.trim());
  return `${local.toLowerCase()}@${host}`;
}

/** The address as it is written on a letter: what stands after the @ in ASCII. */
export function deliverable(address: string): string {
  const { local, host } = parts(address.trim());
  return `${local}@${host}`;
}

/**
 * The address as people read it: browsers send what stands after the @ in ASCII (xn--…). A label that mixes alphabets, or
 * is of another than ours, stays as it was sent: it may look like what it is not.
 */
export function readableEmail(address: string): string {
  const { local, host } = parts(address.trim());
  const unicode = domainToUnicode(host);
  const isOurs =
    /[а-яё]/.test(unicode) && unicode.split('.').every((label) => /^([a-z\d-]+|[а-яё\d-]+)$/.test(label));
  return isOurs ? `${local}@${unicode}` : address.trim();
}

function parts(address: string): { local: string; host: string } {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1).toLowerCase();
  return { local: address.slice(0, at), host: domainToASCII(host) || host };
}
