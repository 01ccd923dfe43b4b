import { domainToASCII } from 'node:url';

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

function parts(address: string): { local: string; host: string } {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1).toLowerCase();
  return { local: address.slice(0, at), host: domainToASCII(host) || host };
}
