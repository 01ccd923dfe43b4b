import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { isStorable } from '#domain/plain-text.ts';
import { HttpError, validationError } from '../http-error.ts';
import { threadTasks } from '../thread/tasks.ts';
import { inThread } from '../thread/thread.ts';

type Value = string | File;
export type BodyField = [name: string, value: Value];

const maxFields = 200;

/** A JSON body: most calls read it like a form, some whole. */
export class JsonObject {
  readonly given: object;

  constructor(given: object) {
    this.given = given;
  }
}

/** Parses forms, multipart and JSON alike; other types are rejected unread. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (_: unknown, body: string) => objectOf(body),
  );
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser<Buffer>(
      type,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) =>
        entriesOfForm(request.headers['content-type'] ?? type, body, request.ip),
    );
}

/** Longer forms are parsed in a thread. */
const longForm = 256 * 1024;

async function entriesOfForm(type: string, body: Buffer, owner: string): Promise<BodyField[]> {
  if (body.length === 0) return [];
  const bytes = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length);
  const entries = await (bytes.length > longForm
    ? inThread(owner, 'readForm', type, bytes)
    : threadTasks.readForm(type, bytes));
  if (!entries) throw new HttpError(400, 'Форма составлена неверно.');
  return entries.map(([name, value]) => [
    name,
    typeof value === 'string' ? value : new File([value.bytes], value.name, { type: value.type }),
  ]);
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpError(400, 'JSON составлен неверно.');
  }
}

function objectOf(body: string): JsonObject {
  if (body.trim() === '') return new JsonObject({});
  const given = parseJson(body);
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw new HttpError(400, 'Нужен объект JSON с полями.');
  return new JsonObject(given);
}

function entriesOfJson({ given }: JsonObject, shape: Shape): BodyField[] {
  return Object.entries(given).flatMap(([name, value]) =>
    (shape.get(name) === 'json' && typeof value === 'object'
      ? [value && JSON.stringify(value)]
      : [value].flat()
    ).flatMap((one: unknown) => {
      if (one === null) return [];
      if (!['string', 'number', 'boolean'].includes(typeof one))
        throw new HttpError(
          400,
          'Значение должно быть строкой, числом или списком строк.',
          name.slice(0, 60),
        );
      return [[name, String(one)] as BodyField];
    }),
  );
}

/** Field names of an input schema, and how each is read. */
type Shape = Map<string, 'list' | 'json' | 'text'>;
const shapes = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  let shape = shapes.get(schema);
  if (!shape) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    shape = new Map(
      Object.entries(properties).map(([name, field]) => [
        name,
        typeof field !== 'object'
          ? 'text'
          : field.type === 'array'
            ? 'list'
            : field.contentMediaType === 'application/json'
              ? 'json'
              : 'text',
      ]),
    );
    shapes.set(schema, shape);
  }
  return shape;
}

/** Input of a call by its schema; throws all errors at once. Unknown fields are ignored. */
export function inputOf(call: Call, request: FastifyRequest): unknown {
  if (!call.input) return undefined;
  if (call.isStructured) return structuredInput(call.input, request);
  const shape = shapeOf(call.input);
  const given: Record<string, Value | Value[]> = {};
  for (const [name, value] of entriesOf(call, request, shape)) {
    const plain = name.endsWith('[]') ? name.slice(0, -2) : name;
    const isList = shape.get(plain) === 'list';
    const field = isList ? plain : name;
    if (!shape.has(field)) continue;
    if (typeof value === 'string' && !isStorable(value))
      throw new HttpError(400, 'Уберите непечатаемые знаки.', field);
    if (isList) given[field] = [given[field] ?? [], typeof value === 'string' ? listOf(value) : value].flat();
    else if (Object.hasOwn(given, field)) throw new HttpError(400, 'Поле указано дважды.', field);
    else given[field] = value;
  }
  for (const [field, value] of Object.entries(given))
    if (Array.isArray(value)) given[field] = [...new Set(value)];
  const parsed = z.safeParse(call.input, given);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error.issues);
}

function structuredInput(schema: z.core.$ZodType, { body }: FastifyRequest): unknown {
  if (body !== undefined && body !== null && !(body instanceof JsonObject))
    throw new HttpError(415, 'Этот запрос отправляется в виде JSON.');
  const given = body instanceof JsonObject ? body.given : {};
  const spoilt = spoiltField(given);
  if (spoilt !== undefined) throw new HttpError(400, 'Уберите непечатаемые знаки.', spoilt);
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error.issues, (path) => path.join('.'));
}

function spoiltField(value: unknown, path = '', depth = 0): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > 8) throw new HttpError(400, 'JSON вложен слишком глубоко.');
  for (const [key, inner] of Object.entries(value)) {
    const found = spoiltField(inner, path ? `${path}.${key}` : key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function entriesOf(call: Call, request: FastifyRequest, shape: Shape): BodyField[] {
  const body = (request.body ?? []) as BodyField[] | JsonObject;
  const sent = body instanceof JsonObject ? entriesOfJson(body, shape) : body;
  const source = call.takesInputFromQuery
    ? Object.entries(request.query as Record<string, string | string[]>).flatMap(([name, value]) =>
        [value].flat().map((one): BodyField => [name, one]),
      )
    : [];
  // The body overrides the query.
  const names = new Set(sent.map(([name]) => name));
  const entries = [...sent, ...source.filter(([name]) => !names.has(name))];
  if (entries.length > maxFields) throw new HttpError(400, 'Слишком много полей.');
  return entries;
}

/** `1,2` is a list of two, for forms without repeated keys (ruling G32). */
const listOf = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
