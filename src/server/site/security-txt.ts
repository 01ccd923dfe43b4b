import type { Settings } from '../settings.ts';

/** RFC 9116: less than a year. */
const validityDays = 180;

/**
 * /.well-known/security.txt (RFC 9116): contact for vulnerabilities. Generated on each request, so it does
 * not expire. Without an address of the operator it names the page of contacts.
 */
export function securityText(
  {
    SECURITY_CONTACT,
    SMTP_URL,
    OPERATOR_EMAIL,
    SITE_URL,
  }: Pick<Settings, 'SECURITY_CONTACT' | 'SMTP_URL' | 'OPERATOR_EMAIL' | 'SITE_URL'>,
  now: Date,
): string {
  const email = (SMTP_URL && new URL(SMTP_URL).searchParams.get('from')) || OPERATOR_EMAIL;
  const contact = SECURITY_CONTACT ?? (email ? `mailto:${email}` : `${SITE_URL}/contacts/`);
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
