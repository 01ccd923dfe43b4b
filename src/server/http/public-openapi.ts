import { splitName } from '#contract/contract.ts';
import { publicCalls, type PublicCall } from '#contract/public-calls.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { Settings } from '../settings.ts';
import { documentOf, operation, type Json } from './openapi.ts';

let described: ReturnType<typeof describe> | undefined;

/** Calls for programs without an account, each with an example; small, because calls share their parts. */
export function publicOpenApi(settings: Pick<Settings, 'SITE_URL'>, title: string): Json {
  described ??= describe(publicCalls());
  return documentOf(settings, { title, tags: publicKinds, ...described });
}

function describe(calls: readonly PublicCall[]) {
  const operations = calls.map((one) => ({ one, whole: plain(operation(one.name, one.call)) as Operation }));
  const schemas = createShared(repeatedSchemas(operations.map(({ whole }) => whole.responses)));
  const parameters = createShared();
  const paths: Record<string, Json> = {};
  for (const { one, whole } of operations) {
    const { method, url } = splitName(one.name);
    delete whole['x-access'];
    (paths[url] ??= {})[method.toLowerCase()] = {
      ...whole,
      responses: shareSchemas(whole.responses, schemas, whole.tags[0] ?? ''),
      parameters: whole.parameters.map((parameter) => {
        const name = String(parameter['name']);
        const example = one.parameters[name];
        if (example !== undefined) return { ...parameter, example };
        return { $ref: `#/components/parameters/${parameters.nameOf(parameter, name)}` };
      }),
      ...exampleOf(whole, one),
    };
  }
  return { paths, schemas: schemas.all(), parameters: parameters.all() };
}

/** Parts by name; equal ones have one name. */
function createShared(repeated?: ReadonlySet<string>) {
  const names = new Map<string, string>();
  const parts = new Map<string, unknown>();
  return {
    has: (part: unknown) => repeated?.has(JSON.stringify(part)) ?? true,
    nameOf(part: unknown, base: string, content: () => unknown = () => part): string {
      const key = JSON.stringify(part);
      let name = names.get(key);
      if (name === undefined) {
        name = base;
        for (let number = 2; parts.has(name); number++) name = `${base}${number}`;
        names.set(key, name);
        parts.set(name, part);
        parts.set(name, content());
      }
      return name;
    },
    all: (): Json => Object.fromEntries(parts),
  };
}
type Shared = ReturnType<typeof createShared>;

/** Object schemas that are worth a name, as text. */
function repeatedSchemas(values: readonly unknown[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    if (isObjectSchema(value) && text.length > 120) (seen.has(text) ? repeated : seen).add(text);
    for (const inner of Object.values(value)) look(inner);
  };
  for (const value of values) look(value);
  return repeated;
}

const isObjectSchema = (value: object) => 'properties' in value && 'type' in value && value.type === 'object';

function shareSchemas(value: unknown, schemas: Shared, base: string): unknown {
  if (Array.isArray(value)) return value.map((one) => shareSchemas(one, schemas, base));
  if (typeof value !== 'object' || value === null) return value;
  const content = () =>
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, shareSchemas(inner, schemas, base)]),
    );
  if (!isObjectSchema(value) || !schemas.has(value)) return content();
  return { $ref: `#/components/schemas/${schemas.nameOf(value, base, content)}` };
}

type Operation = Json & {
  tags: string[];
  responses: Json;
  parameters: Json[];
  requestBody?: { content: Record<string, Json> };
};

/** An example of the body, or the address of a call without one. */
function exampleOf({ requestBody }: Operation, { example, body }: PublicCall): Json {
  if (!requestBody) return { 'x-example': example };
  const content = Object.entries(requestBody.content).map(([type, schema]) => [
    type,
    { ...schema, example: body },
  ]);
  return { requestBody: { content: Object.fromEntries(content) } };
}

/** Hints for our forms, and limits that say nothing of an answer. */
const formKeys = new Set([
  'isName',
  'isQuiet',
  'readers',
  'linkTo',
  'vocabulary',
  'codes',
  'text',
  'examples',
]);
const limitKeys = new Set([
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'maxItems',
  'additionalProperties',
]);

function plain(value: unknown, isAnswer = false): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, isAnswer));
  if (typeof value !== 'object' || value === null) return value;
  const isSchema = 'type' in value && typeof value.type === 'string';
  const isPlain = ([key, inner]: [string, unknown]) =>
    !isSchema ||
    !(
      formKeys.has(key) ||
      (isAnswer && limitKeys.has(key)) ||
      Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER
    );
  return Object.fromEntries(
    Object.entries(value)
      .filter(isPlain)
      .map(([key, inner]) => [key, plain(inner, isAnswer || key === 'responses')]),
  );
}
