import { z } from 'zod';
import {
  findKind,
  getKind,
  states,
  type KindName,
  type Source,
  type RecordState,
} from '#domain/kinds/index.ts';
import { OperatorError } from '#domain/operator-error.ts';
import {
  rejected,
  type DraftEnvelope,
  type ImportedFields,
  type Origins,
  type ImportFileLine,
} from '../draft.ts';
import type { Format, ImportContext, KnownRecord } from '../format.ts';
import type { ImportInput } from '../input.ts';
import { isObject, jsonValues, ownValue, type JsonObject } from '../json.ts';
import { kindOfReference, referencesIn } from '../references.ts';

/** Format of the starter catalogue and exports: one record or dictionary item a line. */
export const records: Format = {
  name: 'records',
  title: 'Записи портала: стартовый каталог и выгрузки (NDJSON или папка, можно .gz)',
  files: /\.(nd)?json(\.gz)?$/,
  read: readRecords,
  expects:
    'Строки вида {"kind":"disease","data":{…},"sources":[…]}, как пишет npm run export, или открытые данные этого портала (.ndjson)',
  isLike: (text) =>
    /^\s*\{"id":\d+,"kind":"/.test(text) ||
    (/"(data|vocabulary)"\s*:/.test(text) && /"(kind|external|sources|vocabulary)"\s*:/.test(text)),
};

const keys = new Set([
  'kind',
  'external',
  'key',
  'state',
  'reviewed_at',
  'reviewer',
  'review_due',
  'origins',
  'sources',
  'data',
]);

async function* readRecords(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const knownOf = knownRecords(context);
  let isOurs = false;
  let line = 0;
  for await (const file of input.parts()) {
    for await (const item of jsonValues(file)) {
      line = item.line;
      const where = input.isFolder ? `${file.name}: ` : '';
      if ('type' in item) {
        yield rejected(line, where + item.reason);
        continue;
      }
      const reading = isPublished(item.value)
        ? await readPublished(line, item.value, knownOf)
        : readLine(line, item.value, file.name);
      if (reading.type !== 'rejected' || isPublished(item.value)) isOurs = true;
      yield reading.type === 'rejected' ? rejected(line, where + reading.reason) : reading;
      if (!isOurs && line > 100) throw unknownFormat();
    }
  }
  if (!isOurs) throw unknownFormat();
}

const unknownFormat = () =>
  new OperatorError('Это не записи портала: нужны строки вида {"kind":"disease","data":{…},"sources":[…]}.');

function readLine(line: number, value: unknown, fileName: string): ImportFileLine {
  if (!isObject(value)) return rejected(line, 'строка не объект');
  if (ownValue(value, 'vocabulary') !== undefined) return readTerm(line, value);
  const data = ownValue(value, 'data');
  if (!isObject(data)) return rejected(line, 'нет полей записи (data)');
  const unknownKey = Object.keys(value).find((key) => !keys.has(key));
  if (unknownKey !== undefined) return rejected(line, `неизвестный ключ строки «${unknownKey}»`);
  const kind = kindOf(value, fileName);
  if (kind === undefined) return rejected(line, 'неизвестен вид записи (kind)');

  const definition = getKind(kind);
  const unknownField = Object.keys(data).find((name) => !Object.hasOwn(definition.fields.shape, name));
  if (unknownField !== undefined) return rejected(line, `у вида ${kind} нет поля «${unknownField}»`);
  const fields: ImportedFields = { ...data };
  const key = ownValue(value, 'key');
  if (definition.external?.field === 'key' && typeof key === 'string') fields.key ??= key;
  const given = ownValue(value, 'external');
  const field = definition.external?.field;
  const derived =
    field === undefined || fields[field] === undefined
      ? null
      : `${definition.external?.scheme}:${String(fields[field])}`;
  const title = typeof fields.title === 'string' ? fields.title : undefined;
  const state = ownValue(value, 'state') ?? 'published';
  if (!(states as readonly unknown[]).includes(state))
    return rejected(line, `состояния «${String(state)}» нет`);
  const sources = ownValue(value, 'sources') ?? [];
  if (!Array.isArray(sources) || !sources.every((source) => Array.isArray(ownValue(source, 'fields')))) {
    return rejected(line, 'источники (sources) должны быть списком, у каждого список fields');
  }
  const envelope: DraftEnvelope = { state: state as RecordState };
  for (const name of ['reviewed_at', 'reviewer', 'review_due'] as const) {
    const text = ownValue(value, name);
    if (typeof text === 'string' || text === null) envelope[name] = text;
  }
  const origins = ownValue(value, 'origins');
  if (isObject(origins) && Object.values(origins).every((writer) => typeof writer === 'string'))
    envelope.origins = origins as Origins;
  return {
    type: 'record',
    line,
    kind,
    external: typeof given === 'string' ? given : derived,
    ...(title === undefined ? {} : { title }),
    links: referencesIn(kind, fields),
    mode: 'upsert',
    fields: () => fields,
    sources: sources as Source[],
    envelope,
  };
}

/** A line of the open data: a record as readers see it, with ids of its portal. */
const isPublished = (value: unknown): value is JsonObject & { id: number; kind: string } =>
  isObject(value) &&
  ownValue(value, 'data') === undefined &&
  Number.isInteger(ownValue(value, 'id')) &&
  Number.isInteger(ownValue(value, 'version')) &&
  findKind(String(ownValue(value, 'kind'))) !== undefined;

function knownRecords(context: ImportContext) {
  const byKind = new Map<string, ReadonlyMap<number, KnownRecord>>();
  return async (kind: string) => {
    const known = byKind.get(kind) ?? new Map((await context.recordsOf(kind)).map((one) => [one.id, one]));
    byKind.set(kind, known);
    return known;
  };
}

async function readPublished(
  line: number,
  value: JsonObject & { id: number; kind: string },
  knownOf: ReturnType<typeof knownRecords>,
): Promise<ImportFileLine> {
  const { id, title, sources } = value;
  const kind = getKind(value.kind);
  const found = (await knownOf(kind.name)).get(id);
  const identifier = kind.external?.field ?? 'title';
  // Ids mean other records on another portal.
  const isOurs = ['title', identifier].some(
    (field) => value[field] !== undefined && value[field] === found?.fields[field],
  );
  if (!found || !isOurs)
    return rejected(
      line,
      `записи № ${id} «${String(title)}» в этом каталоге нет; с другого портала каталог переносят файлом npm run export`,
    );
  const { shape } = kind.fields;
  return {
    type: 'record',
    line,
    kind: kind.name as KindName,
    id,
    external: found.external,
    title: String(title),
    mode: 'upsert',
    fields: () => Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(shape, name))),
    sources: Array.isArray(sources) ? (sources as Source[]) : [],
  };
}

/** Kind from the line, the scheme of its external identifier, or the file name. */
function kindOf(value: JsonObject, fileName: string): KindName | undefined {
  const statedKind = ownValue(value, 'kind');
  if (statedKind !== undefined) return typeof statedKind === 'string' ? kindNamed(statedKind) : undefined;
  const external = ownValue(value, 'external');
  const byScheme = typeof external === 'string' ? kindOfReference(external) : undefined;
  return kindNamed(byScheme ?? fileName.replace(/\..*$/, ''));
}

const kindNamed = (name: string) => findKind(name)?.name as KindName | undefined;

const term = z.object({ vocabulary: z.string(), code: z.string(), title: z.string(), position: z.number() });

function readTerm(line: number, value: JsonObject): ImportFileLine {
  const read = term.safeParse(value);
  if (!read.success) return rejected(line, 'пункту словаря нужны vocabulary, code, title и position');
  const data = ownValue(value, 'data');
  return { type: 'term', line, ...read.data, ...(isObject(data) ? { data } : {}) };
}
