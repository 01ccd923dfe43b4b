import { publicKinds } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { DraftRow } from '../database/tables.ts';

export async function secondEditorKinds(db: ReadDatabase): Promise<Set<string>> {
  const rows = await db.selectFrom('review_rules').select('kind').where('is_required', '=', 1).execute();
  return new Set([
    ...publicKinds.filter(({ needsSecondEditor }) => needsSecondEditor).map(({ name }) => name),
    ...rows.map(({ kind }) => kind),
  ]);
}

/** Why this editor may not publish; undefined when they may. */
export function publishRefusal({
  state,
  draft,
  isSecondNeeded,
  userId,
  problems,
}: {
  state: string;
  draft: Pick<DraftRow, 'authors' | 'status'> | undefined;
  isSecondNeeded: boolean;
  userId: number;
  problems: number;
}): string | null {
  if (!draft && state === 'published') return 'Публиковать нечего: правок нет.';
  if (problems > 0) return 'Сначала исправьте отмеченные поля.';
  if (!isSecondNeeded) return null;
  if (draft?.status !== 'review')
    return 'Такие записи смотрит второй редактор: отправьте правку на проверку.';
  const authors = JSON.parse(draft.authors) as number[];
  return authors.includes(userId)
    ? 'Вы писали эту правку, поэтому опубликовать её должен другой редактор.'
    : null;
}
