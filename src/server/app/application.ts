import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import Fastify, {
  LogController,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawRequestDefaultExpression,
} from 'fastify';
import { contract, splitName } from '#contract/contract.ts';
import { comparisonPath } from '#domain/comparison.ts';
import { unescapedPath } from '#domain/redirects.ts';
import { inRequest } from '../database/write-wait.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { usualBodyLimits, type BodyLimits, type Context } from '../request/context.ts';
import { accountPages } from '../account/pages.ts';
import { comparePage, searchPage } from '../search/page.ts';
import { narrowedLists } from '../catalogue/page.ts';
import { unsubscribePage } from '../unsubscribe/unsubscribe.ts';
import { countingReads } from '../reads/count.ts';
import { closedPolicy, securityHeaders } from '../site/policy.ts';
import { servePreview } from '../editors/previews.ts';
import { onDemandPages } from '../site/on-demand-pages.ts';
import { redirect, serveSite } from '../site/serve.ts';
import { drawMedia } from '../uploads/media.ts';
import { codesPage } from '../codes/codes.ts';
import { isFhir, mountFhir, sendOutcome, withOperation } from '../fhir/routes.ts';
import { identify } from '../account/sessions.ts';
import { createResponseCache } from '../http/response-cache.ts';
import { watchBodies } from '../http/body-timeout.ts';
import { attributionOf } from '../http/attribution.ts';
import { acceptBodies } from '../http/body.ts';
import { errorAnswers, failureOf, sentenceOf, answerMalformedRequest } from '../http/errors.ts';
import { mountCustomaryAddresses } from './customary-addresses.ts';
import { handlersOf } from './handlers.ts';
import { mountCalls } from '../http/mount.ts';
import { mcpPath, mountMcp } from '../mcp/routes.ts';
import { mountPolicyReports } from '../http/policy-reports.ts';
import { createPlainForms } from '../http/plain-form.ts';
import { proxyWarning, foreignHost } from '../http/host.ts';
import { runOncePerKey } from '../http/idempotency.ts';

/** Longer URLs are rejected: no list needs them, and log lines stay short. */
const longestAddress = 4096;

function refuse(request: FastifyRequest, reply: FastifyReply, status: number, message: string): void {
  if (isFhir(pathOf(request.url))) sendOutcome(reply, status, [{ message }]);
  else reply.code(status).header('cache-control', 'no-store').send(failureOf({ message }));
}

/** Site and API as one application, not listening yet. */
export function createApplication(context: Context, metrics?: Metrics): FastifyInstance {
  const { settings } = context;
  const bodyLimits = { ...usualBodyLimits, ...context.bodyLimits };
  const headers = securityHeaders(settings.SITE_URL);
  const pages = onDemandPages(context);
  const lists = narrowedLists(context, pages);
  const plainForms = createPlainForms(settings, pages);
  const answerError = errorAnswers(plainForms);
  const files = serveSite({
    settings,
    pages,
    filled: {
      ...accountPages(context),
      '/search/': searchPage(context.publicSearch),
      '/codes/': codesPage(context),
      [comparisonPath]: comparePage(context.publicSearch),
      '/unsubscribe/': unsubscribePage(context),
      ...lists.pages,
    },
    media: (name, charge) => drawMedia(context, name, charge),
    limitRate: context.limitRate,
  });
  const site = countingReads(files, context.readCount);
  const app = Fastify(serverOptions(context, { bodyLimits, headers, answerError, site }));
  app.setErrorHandler(answerError);
  addHooks(app, context, { headers, metrics });
  watchBodies(app, bodyLimits);
  acceptBodies(app);
  const answers = createResponseCache(context.database);
  const handlers = handlersOf(context, lists);
  mountFhir(app, { context, answers });
  mountMcp(app, { context, handlers });
  mountCalls(app, {
    context,
    handlers,
    answers,
    identify: (client) => identify(context, client),
    runOnce: runOncePerKey(context),
    plainForms,
    ordinaryLimit: bodyLimits.ordinary,
  });
  app.get('/preview/', servePreview(context));
  mountCustomaryAddresses(app, context);
  mountPolicyReports(app, settings.SITE_URL);
  app.addHook('onClose', () => context.failedQueries.flush());
  app.addHook('onClose', () => context.readCount.flush());
  app.addHook('onClose', () => context.importJobs.stop());
  app.setNotFoundHandler(missingAddress(site));
  return app;
}

interface Serving {
  bodyLimits: BodyLimits;
  headers: ReturnType<typeof securityHeaders>;
  answerError: ReturnType<typeof errorAnswers>;
  site: ReturnType<typeof countingReads>;
}

const serverOptions = (
  { settings }: Context,
  { bodyLimits, headers, answerError, site }: Serving,
): FastifyHttpOptions<Server> => ({
  logger: {
    level: settings.LOG_LEVEL,
    // Paths only: queries may hold personal input.
    serializers: { req: ({ method, url }) => ({ method, path: pathOf(url) }) },
  },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
  rewriteUrl: (request) => withOperation(originForm(request)),
  trustProxy: settings.TRUST_PROXY ?? false,
  bodyLimit: bodyLimits.ordinary,
  // Large uploads on slow lines may take long; idle connections are closed by `watchArrivals`.
  requestTimeout: 900_000,
  connectionTimeout: 30_000,
  // Longer than the usual idle time of proxies (60 s): a request must not meet a closing connection.
  keepAliveTimeout: 65_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
  routerOptions: { maxParamLength: 200 },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  clientErrorHandler: answerMalformedRequest(headers),
  frameworkErrors(error, request, reply) {
    reply.headers(headers);
    // An undecodable address does not exist for readers.
    if (isFhir(pathOf(request.url))) sendOutcome(reply, 400, [{ message: sentenceOf(400) }]);
    else if (isApi(request.url)) void answerError(error, request, reply);
    else void site(request, reply);
  },
});

/** Headers, refusals before routing, and the log line of each response. */
function addHooks(
  app: FastifyInstance,
  context: Context,
  { headers, metrics }: Pick<Serving, 'headers'> & { metrics: Metrics | undefined },
): void {
  const { settings } = context;
  const warnOfProxy = proxyWarning(settings);
  app.addHook('onRequest', (request, reply, done) => {
    warnOfProxy(request);
    reply.headers(headers);
    // A report of a failed call then names its lines in the log. Files do without: they are cached and counted.
    if (isApi(request.url) || isFhir(pathOf(request.url)) || pathOf(request.url) === mcpPath)
      reply.headers({ 'content-security-policy': closedPolicy, 'x-request-id': request.id });
    const foreign = foreignHost(request, settings);
    if (foreign) return refuse(request, reply, foreign.status, foreign.message);
    if (request.url.length > longestAddress) return refuse(request, reply, 414, sentenceOf(414));
    const [path = '', query] = request.url.split(/\?(.*)/s, 2);
    const plain = isRead(request) ? unescapedPath(path) : undefined;
    if (plain !== undefined) return void redirect(reply, plain, query);
    done();
  });
  // Reading a body ends the context of the first hook.
  app.addHook('onRequest', (_request, _reply, done) => inRequest(done));
  app.addHook('preHandler', (_request, _reply, done) => inRequest(done));
  app.addHook('onResponse', (request, reply, done) => {
    context.responses.note(reply.statusCode);
    metrics?.observe(request, reply);
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ...attributionOf(request, reply.statusCode),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}

/** Pages for what is not a call, 405 for a call with another method, and 404. */
function missingAddress(site: Serving['site']) {
  const addresses = Object.keys(contract).map((name) => {
    const { method, url } = splitName(name);
    return { method, pattern: new RegExp(`^${url.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) };
  });
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    if (!isApi(request.url)) return site(request, reply);
    reply.header('cache-control', 'no-store');
    const methods = addresses
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (methods.length === 0) return reply.code(404).send(failureOf({ message: sentenceOf(404) }));
    return reply
      .code(405)
      .header('allow', methods.join(', '))
      .send(failureOf({ message: sentenceOf(405) }));
  };
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** A target with host, as sent to proxies, is taken apart (RFC 9112, 3.2.2). */
function originForm({ url = '/', headers }: RawRequestDefaultExpression): string {
  const [, host, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || rest === undefined) return url;
  headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** By decoded path, like the router: /%61pi is /api. */
const isApi = (url: string) => /^\/api(\/|$)/.test(decoded(pathOf(url)));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
