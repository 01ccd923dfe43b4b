import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedHeaders } from '../base/open-headers.ts';
import { findOrphaAddress } from '../catalogue/successors.ts';
import type { Context } from '../request/context.ts';
import { closedPolicy } from '../site/policy.ts';
import { securityText } from '../site/security-txt.ts';
import { redirect } from '../site/serve.ts';

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
