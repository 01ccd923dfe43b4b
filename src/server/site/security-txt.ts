import type { Settings } from '../settings.ts';

/** Days for which the file may be believed: RFC 9116 wants less than a year. */
const validityDays = 180;

/**
 * /.well-known/security.txt (RFC 9116): where anyone who has found a hole says so. Made again with each answer, so it never
 * runs out; nothing where no address is known to which people may write.
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
