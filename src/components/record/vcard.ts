import { phoneLink } from '#domain/phone.ts';

/** An institution as a contact; unknown fields are left out. */
export interface ContactCard {
  title: string;
  city?: string | undefined;
  address?: string | undefined;
  /** Name of the federal subject. */
  region?: string | undefined;
  phones: readonly string[];
  email?: string | undefined;
  site?: string | undefined;
  coordinates?: { latitude: number; longitude: number } | undefined;
  /** ISO moment of the last change. */
  updated_at: string;
  /** Absolute address of the page. */
  url: string;
}

/** vCard 4.0 (RFC 6350): lines end with CRLF and have at most 75 bytes. */
export function vcardOf(card: ContactCard): string {
  const { city = '', address = '', region = '', coordinates, email, site } = card;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:org',
    `FN:${escaped(card.title)}`,
    `ORG:${escaped(card.title)}`,
    ...(city || address || region ? [`ADR:;;${[address, city, region].map(escaped).join(';')};;`] : []),
    ...card.phones.map((phone) => {
      const link = phoneLink(phone);
      return link ? `TEL;VALUE=uri:${link}` : `TEL;VALUE=text:${escaped(phone)}`;
    }),
    ...(email ? [`EMAIL:${escaped(email)}`] : []),
    ...(site ? [`URL:${site}`] : []),
    ...(coordinates ? [`GEO:geo:${coordinates.latitude},${coordinates.longitude}`] : []),
    `SOURCE:${card.url}`,
    `REV:${card.updated_at.replace(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Folds a long line before a space without splitting a character. */
function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 74) {
      parts.push('');
      bytes = 0;
    }
    parts[parts.length - 1] += sign;
    bytes += size;
  }
  return parts.join('\r\n ');
}
