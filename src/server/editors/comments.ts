import type { RecordComments } from '#contract/record-comments.ts';
import { cleanText } from '#domain/editing/plain.ts';
import { nameOf, peopleOf } from '../account/people.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { staff } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';
import { fieldTitle, getRow } from './record-view.ts';

/** Comments on fields, hidden from readers. */
async function showComments(db: ReadDatabase, id: number): Promise<RecordComments> {
  await getRow(db, id);
  const rows = await db
    .selectFrom('record_comments')
    .selectAll()
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  const mentionedIn = ({ mentioned }: { mentioned: string }) => JSON.parse(mentioned) as number[];
  const person = await peopleOf(
    db,
    rows.flatMap((row) => [row.user_id, row.resolver_id, ...mentionedIn(row)]),
  );
  const commentView = (row: (typeof rows)[number]) => ({
    id: row.id,
    text: row.text,
    author: person(row.user_id),
    mentioned: mentionedIn(row).flatMap((one) => person(one) ?? []),
    at: row.created_at,
  });
  return {
    threads: rows
      .filter(({ parent_id }) => parent_id === null)
      .map((row) => ({
        ...commentView(row),
        field: row.field,
        replies: rows.filter(({ parent_id }) => parent_id === row.id).map(commentView),
        resolved: row.resolved_at === null ? null : { by: person(row.resolver_id), at: row.resolved_at },
      })),
    colleagues: await colleaguesIn(db),
  };
}

export const commentHandlers = {
  'GET /api/editors/records/{id}/comments': (caller, { path }) => showComments(caller.db, path.id),
  /** Adds a comment; notifies mentioned users and participants of the thread. */
  'POST /api/editors/records/{id}/comments': async (
    caller,
    { path: { id }, input: { field, text, thread, mentioned } },
  ) => {
    const { user } = caller;
    return await caller.database.transaction(async (tx) => {
      const row = await getRow(tx, id);
      const title = fieldTitle(row.kind, field);
      if (!title) throw new HttpError(422, 'Такого поля у записи нет.', 'field');
      const known = new Set((await colleaguesIn(tx)).map((one) => one.id));
      if (mentioned.some((one) => !known.has(one)))
        throw new HttpError(422, 'Назвать можно редактора или администратора.', 'mentioned');
      const earlier = thread === undefined ? [] : await spokenIn(tx, id, thread);
      await tx
        .insertInto('record_comments')
        .values({
          id: await nextNumber(tx, 'record comment'),
          record_id: id,
          parent_id: thread ?? null,
          user_id: user.id,
          field,
          text: cleanText(text),
          mentioned: JSON.stringify([...new Set(mentioned)]),
          created_at: caller.now().toISOString(),
        })
        .execute();
      // A reply reopens the thread.
      if (thread !== undefined) await settle(tx, thread, { resolved_at: null, resolver_id: null });
      const notice = { kind: 'record-comment', except: user.id, recordId: id } as const;
      const details = { field, title };
      await notify(tx, caller, { ...notice, to: mentioned, details });
      const others = earlier.filter((one) => known.has(one) && !mentioned.includes(one));
      await notify(tx, caller, { ...notice, to: others, details: { ...details, reply: 'yes' } });
      return await showComments(tx, id);
    });
  },
  'POST /api/editors/records/{id}/comments/settle': (caller, { path: { id }, input: { thread, resolved } }) =>
    caller.database.transaction(async (tx) => {
      await spokenIn(tx, id, thread);
      await settle(tx, thread, {
        resolved_at: resolved ? caller.now().toISOString() : null,
        resolver_id: resolved ? caller.user.id : null,
      });
      return await showComments(tx, id);
    }),
} satisfies Partial<Handlers>;

const settle = (
  tx: WriteTransaction,
  thread: number,
  state: { resolved_at: string | null; resolver_id: number | null },
) => tx.updateTable('record_comments').set(state).where('id', '=', thread).execute();

async function spokenIn(tx: WriteTransaction, id: number, thread: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('record_comments')
    .select(['id', 'user_id'])
    .where('record_id', '=', id)
    .where((eb) =>
      eb.or([eb.and([eb('id', '=', thread), eb('parent_id', 'is', null)]), eb('parent_id', '=', thread)]),
    )
    .execute();
  if (!rows.some((row) => row.id === thread)) throw new HttpError(404, 'Такого замечания нет.');
  return [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))];
}

async function colleaguesIn(db: ReadDatabase): Promise<RecordComments['colleagues']> {
  const rows = await staff(db)
    .select(['id', 'name', 'last_name', 'email'])
    .orderBy('last_name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, name: nameOf(row) }));
}
