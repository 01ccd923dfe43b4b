import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getTerms } from '../catalogue/terms.ts';
import { openHeaders } from '../base/open-headers.ts';
import { HttpError, type Problem } from '../http-error.ts';
import { parseJson } from '../http/body.ts';
import { httpErrorOf, sentenceOf } from '../http/errors.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import { networkOf } from '../request/client.ts';
import type { Context } from '../request/context.ts';
import { currentSite } from '../site/site-text.ts';
import { capabilityStatement, operations, terminologyCapabilities } from './capabilities.ts';
import {
  codeSystem,
  codeSystemId,
  lookup,
  subsumes,
  validateInSystem,
  type Terminology,
} from './code-system.ts';
import { conceptMap, conceptMapHead, conceptMaps, translate } from './concept-map.ts';
import { OperationInput } from './input.ts';
import { outcomeOf, type NamedResource, type Resource } from './outcome.ts';
import { systemOf } from '../codes/systems.ts';
import { expand, findValueSet, validateInSet, valueSet, valueSetsOf } from './value-set.ts';

const fhirPath = '/fhir';
const type = 'application/fhir+json; charset=utf-8';
const maxBodyBytes = 64 * 1024;

interface Answering {
  terminology: Terminology;
  input: OperationInput;
  id: string | undefined;
}
type Answer = (request: Answering) => Resource | Promise<Resource>;
type ResourceType = keyof typeof operations;

/** FHIR R4 terminology, read only, of published diseases. */
export function mountFhir(
  app: FastifyInstance,
  { context, answers }: { context: Context; answers: ResponseCache },
): void {
  const { currentConcepts, db, settings, semaphores, limitRate } = context;
  const base = `${settings.SITE_URL}${fhirPath}`;

  async function respond(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
    // The first request fills the index, in portions: other reads need not wait for it.
    const concepts = await currentConcepts();
    const resource = await semaphores.read.run(async () => {
      const terminology = { base, concepts, title: (await currentSite(db)).title };
      const { id } = request.params as { id?: string };
      return await answer({ terminology, input: new OperationInput(request), id });
    });
    return reply.header('content-type', type).send(JSON.stringify(resource));
  }

  app.register(
    async (scope) => {
      acceptFhir(scope);
      const route = (method: 'GET' | 'POST', url: string, answer: Answer, cost = 1) =>
        scope.route({
          method,
          url,
          bodyLimit: maxBodyBytes,
          config: { isShared: true },
          onRequest: async (request, reply) => {
            checkFormat(request);
            if (await answers.give(request, reply)) return;
            limitRate(networkOf(request.ip), cost);
            const refusal = semaphores.read.refusal();
            if (refusal) throw refusal;
          },
          onSend: async (request, reply, payload) => {
            if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
            if (method === 'GET') return answers.keep(request, reply, payload);
            reply.headers({ ...openHeaders, 'cache-control': 'no-store' });
            return payload;
          },
          handler: (request, reply) => respond(request, reply, answer),
        });
      route('GET', '/metadata', ({ terminology, input }) =>
        input.text('mode') === 'terminology'
          ? terminologyCapabilities(terminology)
          : capabilityStatement(terminology),
      );
      const { read, list, actions } = answersOf(context);
      for (const [name, names] of Object.entries(operations) as [ResourceType, readonly string[]][]) {
        route('GET', `/${name}`, list(name));
        route('GET', `/${name}/:id`, read(name), name === 'ConceptMap' ? 20 : 1);
        for (const operation of names)
          for (const method of ['GET', 'POST'] as const)
            for (const path of [`/${name}/$${operation}`, `/${name}/:id/$${operation}`])
              route(method, path, actions[`${name}/${operation}`]!, operation === 'expand' ? 2 : 1);
      }
    },
    { prefix: fhirPath },
  );
}

function acceptFhir(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    ['application/fhir+json', 'application/json'],
    { parseAs: 'string' },
    async (_: unknown, body: string) => parseJson(body),
  );
  scope.setErrorHandler(answerError);
  scope.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      throw new HttpError(404, 'Такого адреса в FHIR портала нет.');
    reply.header('allow', 'GET, HEAD');
    throw new HttpError(405, sentenceOf(405));
  });
}

/** A resource, and what lists have of it: a map has no rows there. */
interface Listed {
  head: NamedResource;
  whole?: () => Resource;
}

function answersOf({ db, publicSearch }: Context) {
  const sets = async () => valueSetsOf(await getTerms(db, 'therapeuticarea'));
  const setOf = async ({ terminology, input, id }: Answering) =>
    id === undefined
      ? findValueSet(terminology, await sets(), input)
      : found((await sets()).find((set) => set.id === id));
  const actions: Record<string, Answer> = {
    'CodeSystem/lookup': inSystem(lookup),
    'CodeSystem/validate-code': inSystem(validateInSystem),
    'CodeSystem/subsumes': inSystem(subsumes),
    'ValueSet/expand': async (request) =>
      expand(request.terminology, await setOf(request), request.input, await publicSearch.index()),
    'ValueSet/validate-code': async (request) =>
      validateInSet(request.terminology, await setOf(request), request.input),
    'ConceptMap/translate': ({ terminology, input, id }) => translate(terminology, input, id),
  };
  const resources: Record<ResourceType, (terminology: Terminology) => Listed[] | Promise<Listed[]>> = {
    CodeSystem: (terminology) => [{ head: codeSystem(terminology) }],
    ValueSet: async (terminology) => (await sets()).map((set) => ({ head: valueSet(terminology, set) })),
    ConceptMap: (terminology) =>
      conceptMaps.map((map) => ({
        head: conceptMapHead(terminology, map),
        whole: () => conceptMap(terminology, map),
      })),
  };
  return {
    actions,
    read:
      (name: ResourceType): Answer =>
      async ({ terminology, id }) => {
        const { head, whole } = found((await resources[name](terminology)).find((one) => one.head.id === id));
        return whole?.() ?? head;
      },
    list:
      (name: ResourceType): Answer =>
      async ({ terminology, input }) =>
        bundleOf(terminology, await resources[name](terminology), input.text('url')),
  };
}

/** The only code system is `orpha`, also where the address has no id. */
const inSystem =
  (answer: (terminology: Terminology, input: OperationInput) => Resource): Answer =>
  ({ terminology, input, id }) => {
    found(id === undefined || id === codeSystemId || undefined);
    return answer(terminology, input);
  };

function found<Found>(one: Found | undefined): Found {
  if (one === undefined) throw new HttpError(404, 'Такого ресурса здесь нет.');
  return one;
}

function bundleOf({ base }: Terminology, listed: readonly Listed[], url: string | undefined): Resource {
  const matching = listed.filter(({ head }) => url === undefined || head.url === systemOf(url));
  const entries = matching.map(({ head }) => ({
    fullUrl: `${base}/${head.resourceType}/${head.id}`,
    resource: head,
    search: { mode: 'match' },
  }));
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: entries.length,
    ...(entries.length > 0 ? { entry: entries } : {}),
  };
}

/** JSON alone is served; an unescaped plus of `_format` comes as a space. */
function checkFormat({ query, headers }: FastifyRequest): void {
  const { _format: format } = query as { _format?: string | string[] };
  const wanted = [format ?? headers.accept ?? '*/*'].flat().join(',');
  const isServed = wanted
    .split(',')
    .some((one) =>
      /^\s*(?:\*\/\*|application\/\*|(?:application|text)\/(?:fhir[+ ])?json|json)\s*(?:;|$)/i.test(one),
    );
  if (!isServed) throw new HttpError(406, 'Здесь есть только JSON: application/fhir+json.', '_format');
}

function answerError(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, problems, retryAfter } = httpErrorOf(error, request);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return sendOutcome(reply, status, problems);
}

/** An OperationOutcome: also for refusals before the routes. */
export const sendOutcome = (
  reply: FastifyReply,
  status: number,
  problems: readonly Problem[],
): FastifyReply =>
  reply
    .code(status)
    .headers({ ...openHeaders, 'cache-control': 'no-store', 'content-type': type })
    .send(JSON.stringify(outcomeOf(status, problems)));

/** `%24lookup` is `$lookup`: the router leaves the sign escaped. */
export const withOperation = (url: string): string =>
  url.startsWith(`${fhirPath}/`) ? url.replace('/%24', '/$') : url;

export const isFhir = (path: string): boolean => path === fhirPath || path.startsWith(`${fhirPath}/`);
