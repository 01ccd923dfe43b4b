import type { FiledApplication } from '#contract/administration.ts';
import { applicationTypes } from '#domain/applications.ts';
import { audit } from '../audit/audit.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { getUser, titleOf } from '../account/users.ts';
import { showApplication } from '../applications/show.ts';
import { setStatus } from '../applications/status.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { paginate } from '../database/page.ts';
import type { ApplicationRow } from '../database/tables.ts';
import { applicationAnsweredLetter, verificationLetter } from '../mail/letters.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { createUploads } from '../uploads/uploads.ts';
import { personFields, showPerson } from './users.ts';
import type { Handlers } from '../request/caller.ts';

export const filedApplicationHandlers = {
  /** The queue, oldest first, or as filtered. */
  'GET /api/editors/applications': async (caller, { query: { status, type, page, page_size } }) => {
    const { database, now } = caller;
    const db = database.kysely;
    let rows = db
      .selectFrom('applications')
      .leftJoin('verifications', 'verifications.application_id', 'applications.id');
    if (type) rows = rows.where('applications.type', '=', type);
    rows = status
      ? rows.where('applications.status', '=', status)
      : rows
          .where('applications.status', 'in', ['new', 'work'])
          // Hidden from editors until the work address is confirmed.
          .where((eb) =>
            eb.or([
              eb('verifications.way', 'is', null),
              eb('verifications.way', '=', 'document'),
              eb('verifications.email_confirmed_at', 'is not', null),
            ]),
          );
    const { rows: found, place } = await paginate(rows, { page, page_size }, (lines) =>
      lines.selectAll('applications').orderBy('applications.id'),
    );
    const items = await Promise.all(found.map((row) => showFiled(db, row, now())));
    await database.transaction((tx) =>
      recordDataReads(tx, caller, {
        userIds: found.map(({ user_id: id }) => id),
        fields: personFields,
        place: 'applications',
      }),
    );
    return { items, ...place };
  },
  'GET /api/editors/applications/{id}': async (caller, { path: { id } }) => {
    const { database, now } = caller;
    return await database.transaction(async (tx) => {
      const row = await findApplication(tx, id);
      const at = now();
      await recordDataReads(tx, caller, {
        userIds: [row.user_id],
        fields: [...personFields, 'text'],
        place: 'application',
      });
      return await showFiled(tx, row, at);
    });
  },
  /** Assigns an application, so that two editors do not work on it. */
  'POST /api/editors/applications/{id}/take': (caller, { path: { id } }) =>
    updateApplication(caller, id, async (tx, row, at) => {
      if (row.status !== 'new' && row.status !== 'work') throw over();
      if (row.status === 'work' && row.editor_id !== null && row.editor_id !== caller.user.id)
        throw new HttpError(409, 'Заявку уже взял в работу другой редактор.');
      if (row.status === 'new') await setStatus(tx, { id, status: 'work', at, editorId: caller.user.id });
    }),
  /** The answer is shown in the applicant's profile; a letter announces it. */
  'POST /api/editors/applications/{id}/answer': (caller, { path: { id }, input: { text } }) =>
    updateApplication(caller, id, async (tx, row, at) => {
      if (row.status === 'closed') throw over();
      if (await findOpenVerification(tx, id))
        throw new HttpError(409, 'По этой заявке принимают решение: врач или нет.');
      await setStatus(tx, { id, status: 'answered', at, answer: text, editorId: caller.user.id });
      const user = await getUser(tx, row.user_id);
      const title = applicationTypes.find(({ code }) => code === row.type)?.title ?? '';
      await notify(tx, caller, {
        kind: 'application-decision',
        to: [user.id],
        details: { id: String(id) },
        letter: applicationAnsweredLetter(id, title),
      });
    }),
  'POST /api/editors/applications/{id}/close': (caller, { path: { id } }) =>
    updateApplication(caller, id, async (tx, row, at) => {
      if (row.status === 'closed') return;
      await setStatus(tx, { id, status: 'closed', at, editorId: caller.user.id });
      if (row.status !== 'answered')
        await notify(tx, caller, {
          kind: 'application-decision',
          to: [row.user_id],
          details: { id: String(id), decision: 'closed' },
        });
    }),
  /** Decides a verification. Documents are needed only for it and are deleted. */
  'POST /api/editors/applications/{id}/decide': async (
    caller,
    { path: { id }, input: { decision, reason = '' } },
  ) => {
    const isAccepted = decision === 'accept';
    if (!isAccepted && reason === '')
      throw new HttpError(400, 'Напишите причину: её прочитает врач.', 'reason');
    let documents: { file: string }[] = [];
    const filed = await updateApplication(caller, id, async (tx, row, at) => {
      const verification = await findOpenVerification(tx, id);
      if (!verification || row.status === 'closed') throw over();
      if (isAccepted && verification.way === 'email' && verification.email_confirmed_at === null)
        throw new HttpError(409, 'Код с рабочей почты ещё не пришёл: подтверждать рано.');
      const user = await getUser(tx, row.user_id);
      if (user.type !== 'doctor') throw new HttpError(409, 'Это больше не врач: закройте заявку.');
      const decided_at = at.toISOString();
      await tx
        .updateTable('verifications')
        .set({ decision, decided_at, decided_by: caller.user.id })
        .where('application_id', '=', id)
        .execute();
      if (isAccepted)
        await tx.updateTable('users').set({ verified_at: decided_at }).where('id', '=', user.id).execute();
      const answer = reason || 'Вы подтверждены как врач.';
      await setStatus(tx, { id, status: 'answered', at, answer, editorId: caller.user.id });
      documents = await tx
        .deleteFrom('uploads')
        .where('id', 'in', (eb) =>
          eb.selectFrom('application_files').select('upload_id').where('application_id', '=', id),
        )
        .returning('file')
        .execute();
      await audit(tx, caller, isAccepted ? 'verified' : 'not verified', {
        userId: user.id,
        details: reason || undefined,
      });
      await notify(tx, caller, {
        kind: 'application-decision',
        to: [user.id],
        details: { id: String(id), decision: isAccepted ? 'accepted' : 'declined' },
        letter: verificationLetter(isAccepted, reason),
      });
    });
    await createUploads(caller).discard(documents);
    return filed;
  },
} satisfies Partial<Handlers>;

const over = () => new HttpError(409, 'По этой заявке уже всё решено.');

async function updateApplication(
  { database, now }: Context,
  id: number,
  action: (tx: WriteTransaction, row: ApplicationRow, at: Date) => Promise<void>,
): Promise<FiledApplication> {
  return await database.transaction(async (tx) => {
    const at = now();
    await action(tx, await findApplication(tx, id), at);
    return await showFiled(tx, await findApplication(tx, id), at);
  });
}

async function findApplication(db: ReadDatabase, id: number): Promise<ApplicationRow> {
  return await db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'Такой заявки нет.'));
}

const findOpenVerification = (db: ReadDatabase, id: number) =>
  db
    .selectFrom('verifications')
    .selectAll()
    .where('application_id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst();

async function showFiled(db: ReadDatabase, row: ApplicationRow, at: Date): Promise<FiledApplication> {
  const editor = row.editor_id === null ? undefined : await getUser(db, row.editor_id);
  const age = Math.max(0, at.getTime() - Date.parse(row.created_at));
  return {
    ...(await showApplication(db, row)),
    user: showPerson(await getUser(db, row.user_id)),
    age_days: Math.floor(age / 86_400_000),
    editor: editor ? titleOf(editor) : null,
  };
}
