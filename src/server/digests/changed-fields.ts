import { formatDay } from '#domain/dates.ts';
import type { ValueTitles } from '#domain/editing/differences.ts';
import { isNews, metaOf, type Kind } from '#domain/kinds/index.ts';
import { itemShapeOf, shapeOf, typeOf } from '#domain/kinds/shape.ts';
import { lowered } from '#domain/typography.ts';
import { vocabularies } from '#domain/vocabularies.ts';

/** A changed field and what has changed: «Статус», «: набор скоро → набор открыт». */
interface ChangedField {
  title: string;
  change: string;
}

type Fields = Record<string, unknown>;

/** Longer values are mentioned without their text. */
const maxValueLength = 160;
const maxValues = 5;

/** Differences between two versions of a record that are news ({@link isNews}), a line for each field. */
export const changedLines = (kind: Kind, before: Fields, after: Fields, names: ValueTitles): string[] =>
  Object.entries(kind.fields.shape)
    .filter(([field]) => isNews(kind, field))
    .flatMap(([field, schema]) =>
      compareValues({ kind, path: field, schema, names }, before[field], after[field]),
    )
    .map(({ title, change }) => title + change);

interface Place {
  kind: Kind;
  /** `status`, `registration.state`. */
  path: string;
  schema: unknown;
  names: ValueTitles;
}

function compareValues(place: Place, before: unknown, after: unknown): ChangedField[] {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return [];
  const title = metaOf(place.schema).title ?? place.path;
  if (Array.isArray(before ?? after)) return compareLists(place, title, listOf(before), listOf(after));
  if (isObject(before ?? after)) return compareObjects(place, title, before as Fields, after as Fields);
  const [was, is] = [wordOf(place, before), wordOf(place, after)];
  const isVague = isLong(was) || isLong(is) || was === is;
  return [{ title, change: isVague ? ': изменено' : `: ${changeOf(was, is)}` }];
}

function changeOf(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `${after}`;
  return after === undefined ? `сведения убраны (было: ${before})` : `${before} → ${after}`;
}

function compareLists(place: Place, title: string, before: unknown[], after: unknown[]): ChangedField[] {
  const words = (values: unknown[]) => new Set(values.flatMap((value) => labelOf(place, value) ?? []));
  const [was, is] = [words(before), words(after)];
  const added = [...is].filter((word) => !was.has(word));
  const gone = [...was].filter((word) => !is.has(word));
  if (added.length + gone.length === 0)
    return place.kind.links[place.path] ? [] : [{ title, change: ' — сведения уточнены' }];
  const parts = [
    ...(added.length > 0 ? [`добавлено: ${joined(added)}`] : []),
    ...(gone.length > 0 ? [`убрано: ${joined(gone)}`] : []),
  ];
  return [{ title, change: ` — ${parts.join('; ')}` }];
}

function compareObjects(
  place: Place,
  title: string,
  before: Fields = {},
  after: Fields = {},
): ChangedField[] {
  const shape = shapeOf(place.schema);
  return Object.keys({ ...before, ...after })
    .filter((key) => !metaOf(shape[key]).isQuiet)
    .flatMap((key) =>
      compareValues(
        { ...place, path: `${place.path}.${key}`, schema: shape[key] },
        before[key],
        after[key],
      ).map((inner) => {
        const isNamed = metaOf(shape[key]).title !== undefined && inner.title !== title;
        return { ...inner, title: isNamed ? `${title}: ${lowered(inner.title)}` : title };
      }),
    );
}

function wordOf(place: Place, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (typeof value === 'number') return numbers.format(value);
  const text = String(value);
  if (vocabularyOf(place)) return lowered(termOf(place, text));
  // Codes without a Russian label are not shown.
  return typeOf(place.schema) === 'enum' ? '' : dayOf(text);
}

function labelOf(place: Place, value: unknown): string | undefined {
  const { kind, path, schema, names } = place;
  if (kind.links[path]) return names.record(Number(value));
  if (!isObject(value)) return termOf(place, String(value));
  const key = nameIn(schema);
  const text = key === undefined ? undefined : value[key];
  return typeof text === 'string'
    ? termOf({ ...place, path: `${path}.${key}`, schema: undefined }, text)
    : undefined;
}

const vocabularyOf = ({ kind, path, schema }: Place) =>
  kind.facets.find(({ field }) => field === path)?.vocabulary ?? metaOf(schema).vocabulary;

/** Title of a code; other text is unchanged. */
function termOf(place: Place, text: string): string {
  const vocabulary = vocabularyOf(place);
  return (vocabulary && (vocabularies[vocabulary]?.[text] ?? place.names.term(vocabulary, text))) ?? text;
}

function joined(words: string[]): string {
  const shown = words
    .slice(0, maxValues)
    .map((word) => (isLong(word) ? `${word.slice(0, maxValueLength)}…` : word));
  return `${shown.join(', ')}${words.length > maxValues ? ` и ещё ${words.length - maxValues}` : ''}`;
}

const numbers = new Intl.NumberFormat('ru', { maximumFractionDigits: 4 });
const isLong = (text: string | undefined) =>
  text !== undefined && (text.length > maxValueLength || text.includes('\n'));
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** 2026-11-21T10:00 → «21 ноября 2026, 10:00»; other text is unchanged. */
function dayOf(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d(?:-\d\d)?)(?:T(\d\d:\d\d).*)?$/.exec(text) ?? [];
  return day ? `${formatDay(day)}${time ? `, ${time}` : ''}` : text;
}

/** Field that names the items of a list. */
const nameIn = (schema: unknown): string | undefined =>
  Object.entries(itemShapeOf(schema)).find(([, field]) => metaOf(field).isName)?.[0];
