import type { FieldDescription } from '../editing/description.ts';
import { formatDay } from '../dates.ts';
import { describeKind } from '../kinds/describe.ts';
import type { AnyRecord, Kind, Source } from '../kinds/index.ts';

/** Text without markup. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Titles of linked records and of terms. */
export interface Titles {
  record(id: number): string | undefined;
  term(dictionary: string, code: string): string | undefined;
}

/** The fields of a record under the headings of its kind, or of one of them. */
export function recordLines(kind: Kind, record: AnyRecord, titles: Titles, section?: string): string[] {
  const fields = new Map(describeKind(kind).fields.map((field) => [field.name, field]));
  return kind.groups
    .filter(({ title }) => section === undefined || title.toLowerCase() === section.toLowerCase())
    .flatMap((group) => {
      const lines = group.fields.flatMap((name) => fieldLines(fields.get(name), record[name], titles));
      return lines.length > 0 ? [`## ${group.title}`, ...lines] : [];
    });
}

function fieldLines(field: FieldDescription | undefined, value: unknown, titles: Titles): string[] {
  if (!field || isEmpty(value)) return [];
  if (field.type === 'list')
    return [
      `**${field.title}:**`,
      ...(value as object[]).map((item) => `- ${groupText(field, item, titles)}`),
    ];
  return [`**${field.title}:** ${valueText(field, value, titles)}`];
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const groupText = ({ fields = [] }: FieldDescription, item: object, titles: Titles): string =>
  fields
    .flatMap((field) => {
      const value = (item as Record<string, unknown>)[field.name];
      return isEmpty(value) ? [] : [`${field.title}: ${valueText(field, value, titles)}`];
    })
    .join('; ');

function valueText(field: FieldDescription, value: unknown, titles: Titles): string {
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, titles)).join('; ');
  if (field.type === 'group') return groupText(field, value as object, titles);
  if (field.type === 'records' || field.type === 'record')
    return titles.record(Number(value)) ?? `запись ${String(value)}`;
  if (field.choices)
    return field.choices.find((choice) => choice.value === String(value))?.title ?? String(value);
  if (field.dictionary) return titles.term(field.dictionary, String(value)) ?? String(value);
  if (field.type === 'yes-no') return value ? 'да' : 'нет';
  return textOf(String(value));
}

/** Sources of the fields that a text shows, with their dates. */
export const sourceLines = (sources: readonly Source[], fields: readonly string[], most = 5): string[] =>
  sources
    .filter((source) => source.fields.some((name) => fields.includes(name.split('#', 1)[0]!)))
    .slice(0, most)
    .map(({ title, url, date }) => `Источник: ${title}, ${formatDay(date)}${url ? `, ${url}` : ''}`);
