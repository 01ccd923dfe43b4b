import { z } from 'zod';
import { catalogueCalls } from '#contract/catalogue.ts';
import { failure, success, type Call } from '#contract/call.ts';
import { contract, splitName } from '#contract/contract.ts';
import { kinds, type Kind } from '#domain/kinds/index.ts';
import type { Settings } from '../settings.ts';
import { accessUnder } from '../request/access.ts';

export type Json = Record<string, unknown>;

const paths = new Map<Settings['CASES_READING'], Json>();

/** OpenAPI 3.1 document generated from the contract; `x-access` has the required access. */
export function openApi(settings: Pick<Settings, 'SITE_URL' | 'CASES_READING'>, title: string): Json {
  const described = paths.get(settings.CASES_READING) ?? describe(settings);
  paths.set(settings.CASES_READING, described);
  return documentOf(settings, { title, tags: kinds, paths: described });
}

export function documentOf(
  { SITE_URL }: Pick<Settings, 'SITE_URL'>,
  {
    title,
    tags,
    paths: described,
    schemas = {},
    parameters: shared = {},
  }: { title: string; tags: readonly Kind[]; paths: Json; schemas?: Json; parameters?: Json },
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: 'Удачный ответ: status = success и data; неудачный: status = error и errors.',
    },
    servers: [{ url: SITE_URL }],
    tags: [...tags.map(({ api, titles }) => ({ name: api, description: titles.many })), { name: 'portal' }],
    paths: described,
    components: {
      schemas: { Failure: schemaOf(failure, 'output'), ...schemas },
      responses: {
        Failure: {
          description: 'Отказ',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
      parameters: shared,
    },
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Повтор запроса с тем же ключом в течение суток ничего не создаёт и получает тот же ответ',
  schema: { type: 'string', maxLength: 200 },
};

function describe(settings: Pick<Settings, 'CASES_READING'>): Json {
  const described: Record<string, Json> = {};
  for (const [name, call] of Object.entries<Call>(contract as Record<string, Call>)) {
    const { method, url } = splitName(name);
    const path = (described[url] ??= {});
    path[method.toLowerCase()] = operation(name, { ...call, access: accessUnder(settings, call) });
  }
  return described;
}

export function operation(name: string, call: Call): Json {
  const isWrite = !name.startsWith('GET ');
  const catalogueCall = catalogueCalls.find((candidate) => candidate.name === name);
  const failures = ['400', '401', '403', '404', '413', '415', '422', '429', '503'].filter(
    (status) =>
      status === '503' ||
      (status === '422' && call.creates === true) ||
      (status === '400' && (call.query || call.input)) ||
      (status === '404' && call.path) ||
      // Requests from other sites are rejected.
      (status === '403' && isWrite) ||
      (['413', '415', '429'].includes(status) && isWrite) ||
      ((status === '401' || status === '403') && call.access !== 'anonymous'),
  );
  return {
    operationId: name.replace(/\W+/g, '_').replace(/_$/, ''),
    summary: call.summary,
    tags: [catalogueCall?.kind.api ?? 'portal'],
    'x-access': call.access,
    ...(call.only ? { 'x-only': call.only } : {}),
    parameters: [
      ...parameters(call.path, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.takesInputFromQuery ? parameters(call.input, 'query') : []),
      ...(call.creates ? [idempotencyKey] : []),
    ],
    ...(call.input ? { requestBody: bodyOf(call.input, call) } : {}),
    responses: {
      200: {
        description: call.isFile ? 'Файл' : 'Удача',
        ...(call.isFile ? {} : { content: { 'application/json': { schema: answerOf(call) } } }),
      },
      ...(catalogueCall?.role === 'detail'
        ? { 301: { description: 'Вместо записи теперь другая, её адрес в Location' } }
        : {}),
      ...(call.cache === 'catalogue' ? { 304: { description: 'Ответ не изменился (If-None-Match)' } } : {}),
      ...Object.fromEntries(failures.map((status) => [status, { $ref: '#/components/responses/Failure' }])),
    },
  };
}

const answerOf = ({ isDocument, output }: Call) => schemaOf(isDocument ? output : success(output), 'output');

/** Forms, multipart and JSON are equivalent; files need multipart, nested input JSON. */
function bodyOf(input: z.core.$ZodType, { isStructured }: Pick<Call, 'isStructured'>): Json {
  const schema = schemaOf(input, 'input');
  const hasFile = JSON.stringify(schema).includes('"format":"binary"');
  const types = isStructured
    ? ['application/json']
    : hasFile
      ? ['multipart/form-data']
      : ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { title, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(title ? { description: title } : {}),
    schema:
      property.type === 'integer' && 'default' in property
        ? { ...property, default: Number(property.default) }
        : property,
  }));
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
