import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makeRateLimiter } from '../base/rate-limiter.ts';
import { HttpError } from '../http-error.ts';
import { networkOf } from '../request/client.ts';
import { reportsAddress } from '../site/policy.ts';

/** A report of `report-uri`, or a batch of `report-to`. */
const reportBody = z.union([
  z
    .object({
      'csp-report': z.object({
        'document-uri': z.string(),
        'violated-directive': z.string(),
        'blocked-uri': z.string(),
      }),
    })
    .transform(({ 'csp-report': report }) => [
      {
        page: report['document-uri'],
        directive: report['violated-directive'],
        blocked: report['blocked-uri'],
      },
    ]),
  z
    .array(
      z
        .object({
          body: z.object({
            documentURL: z.string(),
            effectiveDirective: z.string(),
            blockedURL: z.string().nullish(),
          }),
        })
        .transform(({ body }) => ({
          page: body.documentURL,
          directive: body.effectiveDirective,
          blocked: body.blockedURL ?? '',
        })),
    )
    .max(20),
]);

/** Writes CSP violations on our pages to the log, a line for each, without queries and samples. */
export function mountPolicyReports(app: FastifyInstance, siteUrl: string): void {
  const limitNetwork = makeRateLimiter({ burst: 30, perSecond: 0.5 }, Date.now);
  const limitAll = makeRateLimiter({ burst: 300, perSecond: 1 }, Date.now);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      scope.getDefaultJsonParser('remove', 'remove'),
    );
    scope.post(reportsAddress, { bodyLimit: 32 * 1024 }, async (request, reply) => {
      const { success, data } = reportBody.safeParse(request.body);
      if (!success) throw new HttpError(400, 'Сообщение составлено неверно.');
      limitNetwork(networkOf(request.ip), data.length);
      limitAll('all', data.length);
      for (const { page, directive, blocked } of data)
        if (URL.canParse(page) && new URL(page).host === new URL(siteUrl).host)
          request.log.info(
            {
              page: sourceOf(page, siteUrl),
              directive: /^[a-z-]*/.exec(directive)?.[0],
              blocked: sourceOf(blocked, siteUrl),
            },
            'policy violation',
          );
      return reply.code(204).send();
    });
  });
}

/** A keyword such as `inline`, the path of an own address, the origin of another, or a scheme. */
function sourceOf(address: string, siteUrl: string): string {
  if (!URL.canParse(address)) return /^[a-z-]*/.exec(address)?.[0] ?? '';
  const { protocol, origin, host, pathname } = new URL(address);
  return host === new URL(siteUrl).host ? pathname : origin === 'null' ? protocol : origin;
}
