import { patchOf } from '#domain/editing/merge.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, metaOf, valuesAt, type Kind, type Source } from '#domain/kinds/index.ts';
import { wrongParagraph } from '#domain/paragraphs.ts';
import { truthProblems } from '#domain/truth.ts';
import { namedRecords, recordsIn, type TitledRecord } from '../catalogue/names.ts';
import { missingFiles } from '../catalogue/referenced-files.ts';
import { validateRecord, type FieldProblem } from '../catalogue/validation.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { DraftRow, RecordRow } from '../database/tables.ts';

type Fields = Record<string, unknown>;

/** Errors that prevent publication, by field path. */
export async function problemsOf(
  db: ReadDatabase,
  row: RecordRow,
  draft: DraftRow | undefined,
): Promise<FieldProblem[]> {
  const kind = getKind(row.kind);
  const stored = versionIn(row);
  const current = versionIn(draft ?? row);
  const { fields, sources } = current;
  const linked = new Map(
    (await namedRecords(db, recordsIn(describeKind(kind).fields, fields))).map((one) => [one.id, one]),
  );
  const given = patchOf(stored.fields, fields);
  const { problems } = validateRecord(kind, { id: row.id, fields, sources, given }, (id) => linked.get(id));
  return [
    ...problems.map(({ field, message }) => ({ field, message: capitalized(message) })),
    ...paragraphProblems(kind, fields, sources),
    ...newTruthProblems(kind, current, row.state === 'published' ? stored : undefined),
    ...archivedLinks(kind, given, { linked, stored: stored.fields }),
    ...(await missingFiles(db, fields)),
  ];
}

const versionIn = ({ data, sources }: Pick<RecordRow, 'data' | 'sources'>): Version => ({
  fields: JSON.parse(data) as Fields,
  sources: JSON.parse(sources) as unknown[],
});

const capitalized = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;

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

/** A new link to an archived record would lead nowhere. */
const archivedLinks = (
  kind: Kind,
  given: Fields,
  { linked, stored }: { linked: ReadonlyMap<number, TitledRecord>; stored: Fields },
): FieldProblem[] =>
  Object.keys(kind.links).flatMap((field) => {
    const old = new Set(valuesAt(stored, field));
    return valuesAt(given, field).flatMap((to): FieldProblem[] => {
      const found = linked.get(Number(to));
      if (found?.state !== 'archived' || old.has(to)) return [];
      return [
        { field, message: `«${found.title}» в архиве. Выберите другую запись или верните эту из архива.` },
      ];
    });
  });

/** An absurdly long field, which not even a draft may have. */
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
