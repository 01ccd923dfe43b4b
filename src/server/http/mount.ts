import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import fastJson, { type Schema } from 'fast-json-stringify';
import { success, type Call, type FileAnswer } from '#contract/call.ts';
import { isSeveral } from '#contract/query.ts';
import { contract, splitName, type CallName } from '#contract/contract.ts';
import { isStorable } from '#domain/plain-text.ts';
import { HttpError } from '../http-error.ts';
import { closedPolicy } from '../site/policy.ts';
import { firstProblem } from '../russian.ts';
import { accessUnder, authorize, anonymousActor, type Actor } from '../request/access.ts';
import type { ResponseCache } from './response-cache.ts';
import { actors } from './attribution.ts';
import { inputOf } from './body.ts';
import {
  callerOf,
  type HandlerRequest,
  type Caller,
  type Handlers,
  type OncePerKey,
} from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { isPlainForm, type PlainForms } from './plain-form.ts';
import type { RunOnce } from './idempotency.ts';
import { revalidated, sharedHeaders } from '../base/open-headers.ts';
import { clientInfoOf, type ClientInfo } from '../request/client.ts';

interface Mounting {
  context: Context;
  handlers: Handlers;
  answers: ResponseCache;
  identify(client: ClientInfo): Promise<Actor>;
  runOnce: RunOnce;
  plainForms: PlainForms;
  /** Default limit of a body in bytes. */
  ordinaryLimit: number;
}

/** Served under every load. */
const healthCalls: ReadonlySet<string> = new Set<CallName>([
  'GET /api/health',
  'GET /api/health/live',
  'GET /api/health/ready',
]);

/** Adds routes for all calls: access, then parameters, then the handler. */
export function mountCalls(app: FastifyInstance, mounting: Mounting): void {
  const { context, answers, identify, ordinaryLimit } = mounting;
  const siteUrl = context.settings.SITE_URL;
  for (const [name, call] of Object.entries(contract) as [CallName, Call][]) {
    const { method, url } = splitName(name);
    const access = accessUnder(context.settings, call);
    const isKept = call.cache === 'catalogue';
    const isShared = call.cache !== 'none';
    const isWrite = method !== 'GET';
    const admission = admissionOf(name, call, context);
    const { checkLoad, charge } = admission;
    app.route({
      method,
      url: url.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: call.bodyLimit ?? ordinaryLimit,
      config: { isShared },
      schema: call.isFile ? {} : { response: { 200: {} } },
      serializerCompiler: () => serialiserOf(call),
      onRequest(request, reply, done) {
        if (isWrite && !call.isFromAnywhere) checkOrigin(request, siteUrl);
        const client = clientInfoOf(request, reply, siteUrl);
        // A shared response does not depend on the user: the session is not read.
        if (isShared) {
          const given = isKept ? answers.give(request, reply) : Promise.resolve(false);
          given
            .then((isSent) => {
              if (isSent) return;
              charge(client);
              checkLoad();
              done();
            })
            .catch(done);
          return;
        }
        checkLoad();
        identify(client)
          .then((actor) => {
            actors.set(request, actor);
            charge(client, actor);
            actors.set(request, authorize(samePerson(actor, request), { ...call, access }));
            done();
          })
          .catch(done);
      },
      onSend(request, reply, payload, done) {
        if (reply.statusCode !== 200) return done(null, payload);
        // Cached responses are bytes; new ones are text.
        if (isKept && typeof payload === 'string') return done(null, answers.keep(request, reply, payload));
        if (!isKept) reply.headers(isShared ? sharedHeaders(revalidated) : { 'cache-control': 'no-store' });
        done(null, payload);
      },
      handler: respondWith(name, call, admission, mounting),
    });
  }
}

/** Reads the parameters, runs the handler under its semaphore and sends the result. */
function respondWith(
  name: CallName,
  call: Call,
  { isHealth, semaphore }: ReturnType<typeof admissionOf>,
  { context, handlers, answers, runOnce, plainForms }: Mounting,
): RouteHandlerMethod {
  const handler = handlers[name] as (caller: Caller, parameters: HandlerRequest) => Promise<unknown>;
  return async (request, reply) => {
    const parameters = {
      path: call.path ? pathOf(call.path, request) : undefined,
      // A plain form may have its target in the query.
      query: call.takesInputFromQuery || isPlainForm(request) ? undefined : queryOf(call, request),
      input: inputOf(call, request),
    };
    const from = {
      actor: actors.get(request) ?? anonymousActor,
      client: clientInfoOf(request, reply, context.settings.SITE_URL),
    };
    const handle = (once?: OncePerKey) => handler(callerOf(context, { ...from, once }), parameters);
    // Health is answered even under load.
    if (isHealth) return { status: 'success', data: await handle() };
    // The semaphore is held until the handler returns; a slow client does not hold it.
    const run = call.isDrawn ? <Result>(task: () => Promise<Result>) => task() : semaphore.run;
    const respond = await run(async () => {
      // An equal request may have been served during the wait.
      if (call.cache === 'catalogue' && (await answers.give(request, reply))) return () => reply;
      const data = await (call.creates ? runOnce(request, { name, ...from }, handle) : handle());
      return () => {
        if (isPlainForm(request)) return plainForms.answer(request, reply, data);
        if (call.isFile) return sendFile(reply, data as FileAnswer);
        return call.isDocument ? data : { status: 'success', data };
      };
    });
    return await respond();
  };
}

/** Checks before a request is read, and its queue. */
function admissionOf(name: CallName, call: Call, { semaphores, limitRate }: Context) {
  const isHealth = healthCalls.has(name);
  const isWrite = !name.startsWith('GET ');
  const semaphore = semaphores[call.isDrawn ? 'render' : isWrite || call.isHeavy ? 'write' : 'read'];
  return {
    isHealth,
    semaphore,
    /** Refuses before session and body are read. */
    checkLoad() {
      const refusal = isHealth ? undefined : semaphore.refusal();
      if (refusal) throw refusal;
    },
    /** Charges a read; writes have other limits. */
    charge(client: ClientInfo, actor?: Actor) {
      if (isWrite || isHealth) return;
      limitRate(actor?.user ? `account ${actor.user.id}` : client.network, call.cost);
    },
  };
}

/** Rejects input of a person who is no longer the signed-in user, as in another window. */
function samePerson(actor: Actor, { headers }: FastifyRequest): Actor {
  const author = headers['x-person'];
  if (author !== undefined && actor.user && String(actor.user.id) !== author)
    throw new HttpError(401, 'На этом устройстве вошёл другой человек. Войдите под своим именем.');
  return actor;
}

/** A download that is neither executed nor sniffed. */
function sendFile(reply: FastifyReply, { type, body, size, name }: FileAnswer): FastifyReply {
  reply.header('content-type', type).header('content-security-policy', `${closedPolicy}; sandbox`);
  if (name) reply.header('content-disposition', dispositionOf(name));
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body));
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(Readable.from(body));
}

/** The name in ASCII and in UTF-8 (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, '_');
  const spelt = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${spelt}`;
}

function pathOf(schema: z.ZodType, request: FastifyRequest): unknown {
  const parsed = schema.safeParse(request.params);
  if (!parsed.success) throw new HttpError(404, 'Такой записи нет.');
  return parsed.data;
}

/** Public reads ignore unknown parameters (ruling G75); other calls reject them. */
function queryOf({ query: schema, access }: Call, request: FastifyRequest): unknown {
  const given = request.query as Record<string, string | string[]>;
  const known = schema instanceof z.ZodObject ? schema.shape : {};
  const gathered: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of Object.entries(given)) {
    // `areas[]=1&areas[]=2` equals `areas=1&areas=2` (ruling G32).
    const plain = key.endsWith('[]') ? key.slice(0, -2) : key;
    const field = Object.hasOwn(known, plain) && isSeveral(known[plain]) ? plain : key;
    if (!Object.hasOwn(known, field) && request.method === 'GET' && access === 'anonymous') continue;
    if (!Object.hasOwn(known, field))
      throw new HttpError(400, `Параметра ${field.slice(0, 60)} здесь нет.`, field.slice(0, 60));
    if ([value].flat().some((text) => !isStorable(text) || text.includes('\uFFFD')))
      throw new HttpError(400, `Параметр ${field}: недопустимый знак.`, field);
    gathered[field] = field in gathered ? [gathered[field] ?? [], value].flat() : value;
  }
  if (!schema) return undefined;
  const parsed = schema.safeParse({ ...gathered });
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error);
  throw new HttpError(400, `Параметр ${field}: ${message}.`, field.split('.')[0]);
}

/**
 * Rejects requests from other sites. Browsers send Origin with every POST, and Sec-Fetch-Site; a request with
 * neither is not from a page and is accepted (ruling G70).
 */
function checkOrigin(request: FastifyRequest, siteUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isSameSite = site === undefined || site === 'same-origin';
  // Plain forms without a referrer have Origin 'null': only Sec-Fetch-Site identifies them.
  const isUnnamed = origin === undefined || (origin === 'null' && site === 'same-origin');
  // The public address, or that of this request, so that localhost works next to 127.0.0.1.
  const own = [siteUrl, `${new URL(siteUrl).protocol}//${request.host}`];
  if (isSameSite && (isUnnamed || own.includes(origin))) return;
  throw new HttpError(403, 'Запрос пришёл не со страниц портала. Обновите страницу и повторите.');
}

/**
 * Serialises a response by its schema. Compiled on first use: all at once would take a third of a second at
 * start.
 */
function serialiserOf(call: Call): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer) => (write ??= fastJson(schemaOf(call)))(answer);
}

function schemaOf(call: Call): Schema {
  return z.toJSONSchema(call.isDocument ? call.output : success(call.output), {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    // Ids and titles are for the OpenAPI document only.
    metadata: z.registry(),
    override({ jsonSchema }) {
      // Records are validated on writing. Older records may lack new fields, and formats would only cause
      // false errors.
      for (const key of ['default', 'format', 'pattern', '$schema'] as const) delete jsonSchema[key];
      // Unions are recognised by a required constant.
      const state = jsonSchema.properties?.['state'];
      if (typeof state !== 'object' || state.const === undefined) delete jsonSchema.required;
    },
  }) as Schema;
}
