import type { ShownApplication } from '#contract/applications.ts';
import type { Application } from '#contract/forms/profile.ts';
import type { ApplicationStatus, ApplicationType } from '#domain/applications.ts';
import type { AnyCard } from '#domain/kinds/index.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import { createLimits, windowOf } from '../account/limits.ts';
import type { Context } from '../context.ts';
import type { Reading } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { UserRow } from '../database/tables.ts';
import { Refusal } from '../refusal.ts';

export async function listApplications(db: Reading, user: UserRow): Promise<ShownApplication[]> {
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .execute();
  return await Promise.all(rows.map(({ id }) => getApplication(db, user, id)));
}

/** An application of this person; somebody else's is answered like one that does not exist. */
export async function getApplication(db: Reading, user: UserRow, id: number): Promise<ShownApplication> {
  const row = await db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!row) throw new Refusal(404, 'Такой заявки нет.');
  const history = await db
    .selectFrom('application_events')
    .select(['status', 'at'])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();
  return {
    id: row.id,
    type: row.type as ApplicationType,
    text: row.text,
    record: row.record_id === null ? null : ((await findRecord(db, row.record_id)) ?? null),
    status: row.status as ApplicationStatus,
    answer: row.answer,
    history: history.map(({ status, at }) => ({ status: status as ApplicationStatus, at })),
    created_at: row.created_at,
  };
}

export async function apply(user: UserRow, form: Application, context: Context): Promise<ShownApplication> {
  const { database, now = () => new Date() } = context;
  const recordId = form.record_id ? Number(form.record_id) : null;
  if (recordId !== null && !(await findRecord(database.kysely, recordId)))
    throw new Refusal(400, 'Такой записи в каталоге нет.', 'record_id');
  await createLimits(context).spend([windowOf(`applications of ${user.id}`, 20, 3600)]);
  const id = await database.transaction(async (tx) => {
    const number = await nextNumber(tx, 'application');
    const at = now().toISOString();
    await tx
      .insertInto('applications')
      .values({
        id: number,
        user_id: user.id,
        type: form.type,
        text: form.text,
        record_id: recordId,
        status: 'new',
        created_at: at,
        updated_at: at,
      })
      .execute();
    await tx
      .insertInto('application_events')
      .values({ application_id: number, position: 1, status: 'new', at })
      .execute();
    return number;
  });
  return await getApplication(database.kysely, user, id);
}

const openKinds = publicKinds.map(({ name }) => name);

/** A record that everybody may read. */
async function findRecord(db: Reading, id: number): Promise<ShownApplication['record'] | undefined> {
  const row = await db
    .selectFrom('records')
    .select(['id', 'kind', 'card'])
    .where('id', '=', id)
    .where('kind', 'in', openKinds)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row && { id: row.id, kind: row.kind, title: (JSON.parse(row.card) as AnyCard).title };
}
