import { domainToASCII, domainToUnicode } from 'node:url';

/** Normalised address for comparison: case is ignored, and domains have one ASCII form. */
export function emailKey(address: string): string {
  const { local, host } = parts(address.trim());
  return `${local.toLowerCase()}@${host}`;
}

/** The address for sending, with an ASCII domain. */
export function deliverable(address: string): string {
  const { local, host } = parts(address.trim());
  return `${local}@${host}`;
}

/**
 * The address for display: browsers send domains in ASCII (xn--…). Labels with mixed or foreign alphabets
 * stay ASCII, because they may be homographs.
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
