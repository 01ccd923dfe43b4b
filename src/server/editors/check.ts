import '../russian.ts';
import { z } from 'zod';
import { findKind, metaOf, source, valuesAt, type Kind, type Source } from '#domain/kinds/index.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { wrongParagraph } from '#domain/paragraphs.ts';
import { truthProblems } from '#domain/truth.ts';
import type { TitledRecord } from '../catalogue/names.ts';

export interface FieldProblem {
  field: string;
  message: string;
}

type Fields = Record<string, unknown>;
const allSources = z.array(source).max(200);

/** Errors that prevent publication, by field path. */
export function problemsOf(
  kind: Kind,
  {
    id,
    fields,
    sources,
    linked,
    before,
    published,
  }: {
    id: number;
    fields: Fields;
    sources: readonly unknown[];
    linked: readonly TitledRecord[];
    /** The current record, whose existing links are not errors. */
    before: Fields;
    /** What readers see, whose faults do not stop the correction of another. */
    published: Version | undefined;
  },
): FieldProblem[] {
  const { error } = kind.fields.safeParse(fields);
  const wrongSources = allSources.safeParse(sources).error;
  const problemsIn = (issues: readonly z.core.$ZodIssue[], path: string[]) =>
    issues.map((issue) => {
      const field = [...path, ...issue.path.map(String)].join('.');
      return { field, message: messageOf(issue) };
    });
  return [
    ...problemsIn(error?.issues ?? [], []),
    ...problemsIn(wrongSources?.issues ?? [], ['sources']),
    ...paragraphProblems(kind, fields, sources),
    ...newTruthProblems(kind, { fields, sources }, published),
    ...linkProblems(kind, { id, fields, linked, before }),
  ];
}

interface Version {
  fields: Fields;
  sources: readonly unknown[];
}

function newTruthProblems(kind: Kind, version: Version, published: Version | undefined): FieldProblem[] {
  const problemsOfVersion = ({ fields, sources }: Version) =>
    truthProblems(kind.name, fields, sources as Partial<Source>[]);
  const known = new Set((published ? problemsOfVersion(published) : []).map(({ message }) => message));
  return problemsOfVersion(version).filter(({ message }) => !known.has(message));
}

/** A cited paragraph must exist: texts may be shortened later. */
function paragraphProblems(kind: Kind, fields: Fields, sources: readonly unknown[]): FieldProblem[] {
  const titleOf = (field: string) => metaOf(kind.fields.shape[field]).title ?? field;
  return sources.flatMap((given, index) => {
    const named = (given as { fields?: unknown } | null)?.fields;
    const wrong = (Array.isArray(named) ? named : [])
      .map((name) => wrongParagraph(String(name), fields, titleOf))
      .find((message) => message !== undefined);
    return wrong ? [{ field: `sources.${index}.fields`, message: `${wrong}.` }] : [];
  });
}

function messageOf(issue: z.core.$ZodIssue): string {
  const text = issue.message;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function linkProblems(
  kind: Kind,
  {
    id,
    fields,
    linked,
    before,
  }: {
    id: number;
    fields: Fields;
    linked: readonly TitledRecord[];
    before: Fields;
  },
): FieldProblem[] {
  const byId = new Map(linked.map((record) => [record.id, record]));
  return Object.entries(kind.links).flatMap(([field, target]) => {
    const old = new Set(valuesAt(before, field));
    return valuesAt(fields, field).flatMap((to): FieldProblem[] => {
      const found = byId.get(Number(to));
      if (to === id) return [{ field, message: 'Запись ссылается на саму себя. Уберите эту ссылку.' }];
      if (!found) return [{ field, message: `Записи № ${String(to)} нет. Уберите ссылку.` }];
      if (found.kind !== target)
        return [
          {
            field,
            message: `«${found.title}» — ${findKind(found.kind)?.titles.one ?? found.kind}, а нужно: ${findKind(target)?.titles.one ?? target}.`,
          },
        ];
      if (found.state === 'archived' && !old.has(to))
        return [
          { field, message: `«${found.title}» в архиве. Выберите другую запись или верните эту из архива.` },
        ];
      return [];
    });
  });
}

/** Throws for absurdly long fields before saving. */
export function fieldsTooLong(kind: Kind, patch: Fields): FieldProblem | undefined {
  const described = new Map(describeKind(kind).fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(patch)) {
    const field = described.get(name);
    if (!field) return { field: name, message: `Поля ${name} у этого вида записей нет.` };
    const longest = field.longest ?? 1000;
    if (typeof value === 'string' && value.length > 2 * longest)
      return {
        field: name,
        message: `«${field.title}»: ${value.length.toLocaleString('ru')} знаков, а вмещается ${longest.toLocaleString('ru')}. Вставьте нужную часть или приложите файл ссылкой.`,
      };
    if (JSON.stringify(value ?? null).length > 1_500_000)
      return { field: name, message: `«${field.title}»: слишком много. Уменьшите список.` };
  }
  return undefined;
}
