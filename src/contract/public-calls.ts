import { z } from 'zod';
import type { Call } from './call.ts';
import { contract, splitName, type CallName } from './contract.ts';

type Json = Record<string, unknown>;

/** A call for programs without an account, with an example of it. */
export interface PublicCall {
  name: string;
  call: Call;
  /** Address with parameters: `/api/diseases?orpha=355`. */
  example: string;
  parameters: Json;
  body?: unknown;
}

/** Reads that caches do not keep; the other uncached calls are for our pages, with their cookies and forms. */
const uncached: readonly string[] = [
  'GET /api/search',
  'GET /api/fast-search',
  'GET /api/access',
  'GET /api/health',
  'POST /api/signs/rank',
  'POST /api/signs/ask',
] satisfies CallName[];

export const publicCalls = (): PublicCall[] =>
  (Object.entries(contract) as [string, Call][])
    .filter(([name, { cache, isDrawn }]) => (cache !== 'none' && !isDrawn) || uncached.includes(name))
    .map(([name, call]) => ({ name, call, ...exampleOf(name, call) }));

function exampleOf(name: string, { path, query, input }: Call) {
  const { url } = splitName(name);
  const parameters = {
    ...(path && objectOf(schemaOf(path))),
    ...(query && objectOf(schemaOf(query), optionalInExamples)),
  };
  const address = url.replace(/\{(\w+)\}/g, (_, parameter: string) => String(parameters[parameter]));
  const chosen = Object.entries(parameters).filter(([parameter]) => !url.includes(`{${parameter}}`));
  const search = new URLSearchParams(chosen.map(([parameter, value]) => [parameter, String(value)]));
  const body = input && valueOf(schemaOf(input));
  return {
    example: chosen.length > 0 ? `${address}?${search}` : address,
    parameters,
    ...(body === undefined ? {} : { body }),
  };
}

/** Optional parameters of examples: the first of these that a call has. */
const optionalInExamples = ['orpha', 'q', 'query', 'since', 'age'];

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
}

function objectOf({ properties = {}, required = [] }: ObjectSchema, optional: readonly string[] = []): Json {
  const chosen = optional.find((name) => Object.hasOwn(properties, name));
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || name === chosen)
      .map(([name, property]) => [name, valueOf(property)]),
  );
}

const schemaOf = (schema: z.core.$ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** A value that a JSON schema accepts: its own example, else the first or least. */
function valueOf(schema: Json): unknown {
  const { examples, enum: choices, const: constant, type, minimum = 1, items } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choices[0];
  if (Array.isArray(schema['anyOf'])) return valueOf(schema['anyOf'][0] as Json);
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return [valueOf(items as Json)];
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  return 'Гоше';
}
