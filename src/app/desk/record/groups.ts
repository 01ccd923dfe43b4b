import { isEmpty } from '#domain/editing/equality.ts';
import type { FieldDescription, KindDescription } from '#domain/editing/description.ts';

/** A section of the form: its fields, how many of them are written, and how many problems are in it. */
export interface FormGroup {
  id: string;
  title: string;
  fields: FieldDescription[];
  problems: number;
  filled: number;
  size: number;
}

/** The kind's groups as they stand now; the sources come last. */
export function groupsOf(
  kind: KindDescription,
  values: Readonly<Record<string, unknown>>,
  problems: ReadonlyMap<string, string>,
): FormGroup[] {
  const wrong = [...problems.keys()].map((path) => path.split('.')[0] ?? '');
  const known = new Map(kind.fields.map((field) => [field.name, field]));
  const groups = kind.groups.map(({ title, fields: names }, index) => ({
    id: `group-${index}`,
    title,
    fields: names.flatMap((name) => known.get(name) ?? []),
    problems: wrong.filter((name) => names.includes(name)).length,
    filled: names.filter((name) => !isEmpty(values[name])).length,
    size: names.length,
  }));
  const sources = isEmpty(values.sources) ? 0 : 1;
  const atSources = wrong.filter((name) => name === 'sources').length;
  return [
    ...groups,
    { id: 'group-sources', title: 'Источники', fields: [], problems: atSources, filled: sources, size: 1 },
  ];
}

/** What a place in a record is called: «Симптомы, строка 2». */
export function titleOf(kind: KindDescription, path: string): string {
  const [name = '', index] = path.split('.');
  const title = kind.fields.find((field) => field.name === name)?.title ?? 'Источники';
  return index !== undefined && /^\d+$/.test(index) ? `${title}, строка ${Number(index) + 1}` : title;
}
