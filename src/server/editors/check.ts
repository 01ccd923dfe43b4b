import { patchOf } from '#domain/editing/merge.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, valuesAt, type Kind } from '#domain/kinds/index.ts';
import { namedRecords, recordsIn, type TitledRecord } from '../catalogue/names.ts';
import { publicationProblems, validateRecord, versionOf } from '../catalogue/validation.ts';
import { HttpError } from '../http-error.ts';
import type { FieldProblem } from '../catalogue/problem.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { DraftRow, RecordRow } from '../database/tables.ts';

type Fields = Record<string, unknown>;

/** Errors that prevent publication, by field path. */
export async function problemsOf(
  db: ReadDatabase,
  row: RecordRow,
  draft: Pick<DraftRow, 'data' | 'sources'> | undefined,
): Promise<FieldProblem[]> {
  const kind = getKind(row.kind);
  const stored = versionOf(row);
  const current = versionOf(draft ?? row);
  const { fields, sources } = current;
  const linked = await namedRecords(db, recordsIn(describeKind(kind).fields, fields));
  const given = patchOf(stored.fields, fields);
  const { problems } = validateRecord(kind, { id: row.id, fields, sources, given }, (id) => linked.get(id));
  return [
    ...problems.map(({ field, message }) => ({ field, message: capitalized(message) })),
    ...archivedLinks(kind, given, { linked, stored: stored.fields }),
    ...(await publicationProblems(db, kind, current, row.state === 'published' ? stored : undefined)),
  ];
}

const capitalized = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;

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

/** Refuses an absurdly long field, which not even a draft may have. */
export function demandLengths(kind: Kind, patch: Fields): void {
  const described = new Map(describeKind(kind).fields.map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(patch)) {
    const field = described.get(name);
    if (!field) throw new HttpError(422, `Поля ${name} у этого вида записей нет.`, name);
    const longest = field.longest ?? 1000;
    if (typeof value === 'string' && value.length > 2 * longest)
      throw new HttpError(
        422,
        `«${field.title}»: ${value.length.toLocaleString('ru')} знаков, а вмещается ${longest.toLocaleString('ru')}. Вставьте нужную часть или приложите файл ссылкой.`,
        name,
      );
    if (JSON.stringify(value ?? null).length > 1_500_000)
      throw new HttpError(422, `«${field.title}»: слишком много. Уменьшите список.`, name);
  }
}
