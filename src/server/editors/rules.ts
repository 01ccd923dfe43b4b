import { audit } from '../audit/audit.ts';
import type { Output } from '#contract/contract.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { secondEditorKinds } from './review.ts';
import type { Caller } from '../request/caller.ts';

type Rules = Output<'GET /api/editors/review-rules'>;

export async function reviewRules(db: ReadDatabase): Promise<Rules> {
  const required = await secondEditorKinds(db);
  return publicKinds.map(({ name, titles, needsSecondEditor = false }) => ({
    kind: name,
    title: titles.many,
    is_required: required.has(name),
    is_fixed: needsSecondEditor,
  }));
}

export async function setReviewRule(
  caller: Caller,
  { kind, is_required }: { kind: string; is_required: boolean },
): Promise<Rules> {
  const found = publicKinds.find(({ name }) => name === kind);
  if (found?.needsSecondEditor && !is_required)
    throw new HttpError(409, `${found.titles.many}: второй редактор обязателен, это не выключается.`, 'kind');
  const { database } = caller;
  await database.transaction(async (tx) => {
    const values = { kind, is_required: is_required ? 1 : 0 };
    await tx
      .insertInto('review_rules')
      .values(values)
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
      .execute();
    await audit(tx, caller, 'review rule changed', { details: `${kind}: ${String(is_required)}` });
  });
  return await reviewRules(database.kysely);
}
