import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { success, type Call } from '#contract/call.ts';
import { isSeveral } from '#contract/query.ts';
import { contract, splitName, type CallName } from '#contract/contract.ts';
import { Refusal } from '../refusal.ts';
import { firstProblem } from '../russian.ts';
import { actorOf, admit } from './access.ts';
import type { Answers } from './answers.ts';
import type { Handlers } from './handlers.ts';
import type { Lane } from './lane.ts';

/** Gives every call of the contract its route: access first, then parameters, then the handler. */
export function mountCalls(
  app: FastifyInstance,
  { handlers, answers, lane }: { handlers: Handlers; answers: Answers; lane: Lane },
): void {
  for (const name of Object.keys(contract) as CallName[]) {
    const call = contract[name] as Call;
    const { method, url } = splitName(name);
    const handler = handlers[name] as (asked: unknown) => Promise<unknown>;
    const isKept = call.cache === 'catalogue';
    app.route({
      method,
      url: url.replace(/\{(\w+)\}/g, ':$1'),
      schema: { response: { 200: responseSchema(call) } },
      onRequest(request, reply, done) {
        admit(actorOf(request), call.access);
        if (!isKept) return done();
        const given = answers.give(request, reply);
        if (given === true) return;
        if (given === false) return done();
        given.then((sent) => sent || done(), done);
      },
      onSend(request, reply, payload, done) {
        if (reply.statusCode !== 200) return done(null, payload);
        // A kept answer comes as bytes; what was just serialised is text.
        if (isKept && typeof payload === 'string') return done(null, answers.keep(request, reply, payload));
        if (!isKept) reply.header('cache-control', 'no-store');
        done(null, payload);
      },
      handler: (async (request, reply) => {
        const path = call.path ? pathOf(call.path, request) : undefined;
        const asked = { path, query: queryOf(call.query, request), actor: actorOf(request) };
        // Health is asked above all when the server is busy.
        if (name === 'GET /api/health') return { status: 'success', data: await handler(asked) };
        return await lane.run(async () => {
          // Somebody may have asked the same while this one waited.
          if (isKept && (await answers.give(request, reply))) return reply;
          const data = await handler(asked);
          return call.isDocument ? data : { status: 'success', data };
        });
      }) satisfies RouteHandlerMethod,
    });
  }
}

function pathOf(schema: z.ZodType, request: FastifyRequest): unknown {
  const parsed = schema.safeParse(request.params);
  if (!parsed.success) throw new Refusal(404, 'Такой записи нет.');
  return parsed.data;
}

function queryOf(schema: z.ZodType | undefined, request: FastifyRequest): unknown {
  const given = request.query as Record<string, string | string[]>;
  const known = schema instanceof z.ZodObject ? schema.shape : {};
  const gathered: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of Object.entries(given)) {
    // `areas[]=1&areas[]=2` means the same as `areas=1&areas=2` (ruling G32).
    const plain = key.endsWith('[]') ? key.slice(0, -2) : key;
    const field = Object.hasOwn(known, plain) && isSeveral(known[plain]) ? plain : key;
    if (!Object.hasOwn(known, field))
      throw new Refusal(400, `Параметра ${field.slice(0, 60)} здесь нет.`, field.slice(0, 60));
    if ([value].flat().some((text) => text.includes('\0') || !text.isWellFormed() || text.includes('\uFFFD')))
      throw new Refusal(400, `Параметр ${field}: недопустимый знак.`, field);
    gathered[field] = field in gathered ? [gathered[field] ?? [], value].flat() : value;
  }
  if (!schema) return undefined;
  const parsed = schema.safeParse({ ...gathered });
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error);
  throw new Refusal(400, `Параметр ${field}: ${message}.`, field.split('.')[0]);
}

/** The output as Fastify's serialiser wants it: it writes what the schema names and nothing else. */
function responseSchema(call: Call): unknown {
  const schema = z.toJSONSchema(call.isDocument ? call.output : success(call.output), {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    // Ids and titles are for the OpenAPI document.
    metadata: z.registry(),
    override({ jsonSchema }) {
      // Records are checked when they are written. One written before a field was added has no such field,
      // and formats would only make the serialiser doubt what is true.
      for (const key of ['required', 'default', 'format', 'pattern', '$schema'] as const)
        delete jsonSchema[key];
    },
  });
  return schema;
}
