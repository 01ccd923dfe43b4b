import type { Output } from '#contract/contract.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import { audit } from '../audit/audit.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { DraftRow, RecordRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';

export async function secondEditorKinds(db: ReadDatabase): Promise<Set<string>> {
  const rows = await db.selectFrom('review_rules').select('kind').where('is_required', '=', 1).execute();
  return new Set([
    ...publicKinds.filter(({ needsSecondEditor }) => needsSecondEditor).map(({ name }) => name),
    ...rows.map(({ kind }) => kind),
  ]);
}

/** Why this editor may not publish; null when they may. */
export function publishRefusal(
  { row, draft }: { row: RecordRow; draft: DraftRow | undefined },
  { isSecondNeeded, userId, problems }: { isSecondNeeded: boolean; userId: number; problems: number },
): string | null {
  if (!draft && row.state === 'published') return 'Публиковать нечего: правок нет.';
  if (problems > 0) return 'Сначала исправьте отмеченные поля.';
  if (!isSecondNeeded) return null;
  if (draft?.status !== 'review')
    return 'Такие записи смотрит второй редактор: отправьте правку на проверку.';
  return (JSON.parse(draft.authors) as number[]).includes(userId)
    ? 'Вы писали эту правку, поэтому опубликовать её должен другой редактор.'
    : null;
}

type Rules = Output<'GET /api/editors/review-rules'>;

async function reviewRules(db: ReadDatabase): Promise<Rules> {
  const required = await secondEditorKinds(db);
  return publicKinds.map(({ name, titles, needsSecondEditor = false }) => ({
    kind: name,
    title: titles.many,
    is_required: required.has(name),
    is_fixed: needsSecondEditor,
  }));
}

export const reviewHandlers = {
  'GET /api/editors/review-rules': (caller) => reviewRules(caller.db),
  'POST /api/editors/review-rules': async (caller, { input: { kind, is_required } }) => {
    const found = publicKinds.find(({ name }) => name === kind);
    if (found?.needsSecondEditor && !is_required)
      throw new HttpError(
        409,
        `${found.titles.many}: второй редактор обязателен, это не выключается.`,
        'kind',
      );
    return await caller.database.transaction(async (tx) => {
      const values = { kind, is_required: is_required ? 1 : 0 };
      await tx
        .insertInto('review_rules')
        .values(values)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
        .execute();
      await audit(tx, caller, 'review rule changed', { details: `${kind}: ${String(is_required)}` });
      return await reviewRules(tx);
    });
  },
} satisfies Partial<Handlers>;
