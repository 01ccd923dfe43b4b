import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { Refusal, type Problem } from '../refusal.ts';

type Value = string | File;
/** What was sent, field by field; a key may come several times. */
type Entry = [name: string, value: Value];

const mostFields = 200;

/** Forms, multipart and JSON are taken apart alike; anything else is refused before it is read. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: unknown, body: string | Buffer) => entriesOfJson(String(body)),
  );
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: string | Buffer) =>
        entriesOfForm(request.headers['content-type'] ?? type, body),
    );
}

async function entriesOfForm(type: string, body: string | Buffer): Promise<Entry[]> {
  if (body.length === 0) return [];
  try {
    const form = await new Response(new Uint8Array(Buffer.from(body)), {
      headers: { 'content-type': type },
    }).formData();
    return [...form.entries()];
  } catch {
    throw new Refusal(400, 'Форма составлена неверно.');
  }
}

function entriesOfJson(body: string): Entry[] {
  if (body.trim() === '') return [];
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'JSON составлен неверно.');
  }
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new Refusal(400, 'Нужен объект JSON с полями.');
  return Object.entries(given).flatMap(([name, value]) =>
    [value].flat().flatMap((one: unknown) => {
      if (one === null) return [];
      if (!['string', 'number', 'boolean'].includes(typeof one))
        throw new Refusal(400, 'Значение должно быть строкой, числом или списком строк.', name.slice(0, 60));
      return [[name, String(one)] as Entry];
    }),
  );
}

/** Fields of the call's input: what they are called, and which of them are lists. */
const shapes = new WeakMap<z.core.$ZodType, Map<string, boolean>>();

function shapeOf(schema: z.core.$ZodType): Map<string, boolean> {
  let shape = shapes.get(schema);
  if (!shape) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    shape = new Map(
      Object.entries(properties).map(([name, field]) => [
        name,
        typeof field === 'object' && field.type === 'array',
      ]),
    );
    shapes.set(schema, shape);
  }
  return shape;
}

/** The input of a call, as its schema wants it, or every problem with it at once. Fields it does not name are not read. */
export function inputOf(call: Call, request: FastifyRequest): unknown {
  if (!call.input) return undefined;
  const shape = shapeOf(call.input);
  const given: Record<string, Value | Value[]> = {};
  for (const [name, value] of entriesOf(call, request)) {
    const plain = name.endsWith('[]') ? name.slice(0, -2) : name;
    const isList = shape.get(plain);
    const field = isList ? plain : name;
    if (!shape.has(field)) continue;
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0')))
      throw new Refusal(400, 'Уберите непечатаемые знаки.', field);
    if (isList) given[field] = [given[field] ?? [], typeof value === 'string' ? listOf(value) : value].flat();
    else if (Object.hasOwn(given, field)) throw new Refusal(400, 'Поле указано дважды.', field);
    else given[field] = value;
  }
  for (const [field, value] of Object.entries(given))
    if (Array.isArray(value)) given[field] = [...new Set(value)];
  const parsed = z.safeParse(call.input, given);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues);
}

function entriesOf(call: Call, request: FastifyRequest): Entry[] {
  const sent = (request.body ?? []) as Entry[];
  const asked = call.takesInputFromQuery
    ? Object.entries(request.query as Record<string, string | string[]>).flatMap(([name, value]) =>
        [value].flat().map((one): Entry => [name, one]),
      )
    : [];
  // What is sent says more than what stands in the address.
  const names = new Set(sent.map(([name]) => name));
  const entries = [...sent, ...asked.filter(([name]) => !names.has(name))];
  if (entries.length > mostFields) throw new Refusal(400, 'Слишком много полей.');
  return entries;
}

/** `1,2` is a list of two: forms without repeated keys send it so (ruling G32). */
const listOf = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** One problem a field: the first that was found. */
function refusalOf(issues: readonly z.core.$ZodIssue[]): Refusal {
  const problems = new Map<string, Problem>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    if (!problems.has(field)) problems.set(field, { message, ...(field ? { field } : {}) });
  }
  const [first, ...also] = problems.values();
  return new Refusal(400, first?.message ?? 'Запрос составлен неверно.', first?.field, { also });
}
