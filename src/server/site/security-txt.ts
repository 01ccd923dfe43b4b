import type { Settings } from '../settings.ts';

/** RFC 9116: less than a year. */
const validityDays = 180;

/**
 * /.well-known/security.txt (RFC 9116): contact for vulnerabilities. Generated on each request, so it does
 * not expire; undefined without an address.
 */
export function securityText(
  { SECURITY_CONTACT, SMTP_URL, SITE_URL }: Pick<Settings, 'SECURITY_CONTACT' | 'SMTP_URL' | 'SITE_URL'>,
  now: Date,
): string | undefined {
  const sender = SMTP_URL ? new URL(SMTP_URL).searchParams.get('from') : null;
  const contact = SECURITY_CONTACT ?? (sender ? `mailto:${sender}` : undefined);
  if (!contact) return undefined;
  const expires = new Date(now.getTime() + validityDays * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
    '',
  ].join('\n');
}
