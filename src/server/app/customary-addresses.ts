import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { msPerDay } from '#domain/durations.ts';
import { sharedHeaders } from '../base/open-headers.ts';
import { findOrphaAddress } from '../catalogue/successors.ts';
import type { Context } from '../request/context.ts';
import { closedPolicy } from '../site/policy.ts';
import { redirect } from '../site/serve.ts';
import type { Settings } from '../settings.ts';

/** Addresses that programs and people try on any site of this sort. */
export function mountCustomaryAddresses(app: FastifyInstance, { db, settings, now }: Context): void {
  app.get('/.well-known/security.txt', (_, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', ...sharedHeaders('public, max-age=3600') })
      .header('content-security-policy', closedPolicy)
      .send(securityText(settings, now())),
  );
  // Password managers lead people here (W3C Change Password URL).
  app.get('/.well-known/change-password', (_, reply) =>
    redirect(reply, '/profile/settings/', undefined, 302),
  );

  type Numbered = FastifyRequest<{ Params: { number: string } }>;
  const leadToDisease = async ({ params: { number } }: Numbered, reply: FastifyReply) => {
    const page = /^[1-9]\d{0,6}$/.test(number) ? await findOrphaAddress(db, number) : undefined;
    return page === undefined ? reply.callNotFound() : redirect(reply, page, undefined);
  };
  app.get('/orpha/:number', leadToDisease);
  app.get('/orpha/:number/', leadToDisease);
}

/** RFC 9116: less than a year. */
const validityDays = 180;

/**
 * /.well-known/security.txt (RFC 9116): contact for vulnerabilities. Generated on each request, so it does
 * not expire. Without an address of the operator it names the page of contacts.
 */
function securityText(
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
  const expires = new Date(now.getTime() + validityDays * msPerDay);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
    '',
  ].join('\n');
}
