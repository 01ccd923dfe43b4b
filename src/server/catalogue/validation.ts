import '../russian.ts';
import { z } from 'zod';
import { isFormula } from '#domain/exports/cell.ts';
import { findKind, metaOf, source, valuesAt, type Kind, type Source } from '#domain/kinds/index.ts';
import { wrongParagraph } from '#domain/paragraphs.ts';
import { isStorable } from '#domain/plain-text.ts';
import { truthProblems } from '#domain/truth.ts';
import type { ReadDatabase } from '../database/database.ts';
import { problemOf } from '../russian.ts';
import type { FieldProblem } from './problem.ts';
import { missingFiles } from './referenced-files.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface LinkTarget {
  kind: string;
  title: string;
}

/** What a record says, from a draft or from the catalogue. */
export interface Version {
  fields: Fields;
  sources: readonly unknown[];
}

/** Sources of a draft may be incomplete. */
export const versionOf = ({ data, sources }: { data: string; sources: string }) => ({
  fields: JSON.parse(data) as Record<string, unknown>,
  sources: JSON.parse(sources) as Source[],
});

interface Checked extends Version {
  id: number | undefined;
  /** The fields that are being set: the others were checked when they were. */
  given: Fields;
}

const sourcesSchema = z.array(source).max(200);

/**
 * Validates a record wherever it comes from: an editor, an import or a rollback. With problems the parsed fields and
 * sources are meaningless.
 */
export function validateRecord(
  kind: Kind,
  { id, fields, sources, given }: Checked,
  linked: (id: number) => LinkTarget | undefined,
) {
  const own = kind.fields.safeParse(fields);
  const cited = sourcesSchema.safeParse(sources);
  return {
    problems: [
      ...problemsIn(own.error),
      ...problemsIn(cited.error, 'sources.'),
      ...textProblems({ ...fields, sources }),
      ...nameProblems(given),
      ...linkProblems(kind, { id, given }, linked),
    ],
    fields: (own.data ?? fields) as Record<string, unknown>,
    sources: cited.data ?? [],
  };
}

/** Problems that keep a valid version from readers, at every door; those of the published version are known. */
export async function publicationProblems(
  db: ReadDatabase,
  kind: Kind,
  version: Version,
  published: Version | undefined,
): Promise<FieldProblem[]> {
  const problemsOf = async (one: Version): Promise<FieldProblem[]> => [
    ...statementProblems(kind, one),
    ...(await missingFiles(db, one.fields)),
  ];
  const problems = await problemsOf(version);
  if (problems.length === 0 || !published) return problems;
  const known = new Set((await problemsOf(published)).map(({ message }) => message));
  return problems.filter(({ message }) => !known.has(message));
}

/** What contradicts itself, its sources or the rules of publishing; files are not looked for. */
export const statementProblems = (kind: Kind, { fields, sources }: Version): FieldProblem[] => [
  ...paragraphProblems(kind, fields, sources),
  ...truthProblems(kind.name, fields, sources as Partial<Source>[]),
];

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

const problemsIn = (error: z.ZodError | undefined, prefix = ''): FieldProblem[] =>
  (error?.issues ?? []).map(problemOf).map(({ field, message }) => ({
    field: `${prefix}${field}`.replace(/\.$/, ''),
    message,
  }));

const textProblems = (fields: Fields): FieldProblem[] =>
  Object.entries(fields)
    .filter(([, value]) => !isClean(value))
    .map(([field]) => ({ field, message: 'уберите непечатаемые знаки' }));

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isClean);
}

/** Name fields, which are also read in menus, letters and tables. */
const nameFields = ['title', 'title_en', 'short', 'inn', 'inn_en'];

/** Markup or a formula in a name means a broken or hostile file; output is escaped anyway. */
export function nameProblems(given: Fields): FieldProblem[] {
  return nameFields.flatMap((field): FieldProblem[] => {
    const value = given[field];
    if (typeof value !== 'string') return [];
    if (/<\/?[a-z!]/i.test(value))
      return [{ field, message: `в тексте разметка (${value.slice(0, 60)}), а нужен простой текст` }];
    if (!isFormula(value)) return [];
    const sign = value.trim().slice(0, 1) || 'табуляция';
    return [{ field, message: `начинается со знака «${sign}»: таблицы примут его за формулу` }];
  });
}

function linkProblems(
  kind: Kind,
  { id, given }: Pick<Checked, 'id' | 'given'>,
  linked: (id: number) => LinkTarget | undefined,
): FieldProblem[] {
  return Object.entries(kind.links).flatMap(([field, target]) =>
    valuesAt(given, field).flatMap((to): FieldProblem[] => {
      if (to === id) return [{ field, message: 'запись ссылается на саму себя. Уберите эту ссылку.' }];
      const found = linked(Number(to));
      if (!found) return [{ field, message: `записи № ${String(to)} нет. Уберите ссылку.` }];
      if (found.kind === target) return [];
      const [is, needed] = [found.kind, target].map((name) => findKind(name)?.titles.one ?? name);
      return [{ field, message: `«${found.title}» — ${is}, а нужно: ${needed}.` }];
    }),
  );
}
