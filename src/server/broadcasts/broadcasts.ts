import { countRows } from '../database/page.ts';
import type { Broadcast, broadcastContract } from '#contract/broadcasts.ts';
import { parseProse } from '#domain/prose/read.ts';
import type { ProseNode } from '#domain/prose/node.ts';
import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import { requireReauthentication } from '../account/reauthentication.ts';
import { audit } from '../audit/audit.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { BroadcastRow } from '../database/tables.ts';
import { composeLetter, signLetter } from '../mail/letter.ts';
import { putLetter } from '../mail/outbox.ts';
import { never } from '../database/outbox.ts';
import { HttpError } from '../http-error.ts';
import { mailingTopic } from '../notifications/preferences.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { currentSite } from '../site/site-text.ts';
import { broadcastLetter, mailingTitle } from './letter.ts';
import { recipientsOf } from './send.ts';

export const broadcastHandlers: Handlers<keyof typeof broadcastContract> = {
  /** Latest first, with numbers of pending recipients. */
  'GET /api/editors/broadcasts': async ({ db }) => {
    const rows = await db.selectFrom('broadcasts').selectAll().orderBy('id', 'desc').limit(100).execute();
    const items = await Promise.all(rows.map((row) => broadcastView(db, row)));
    const readers = await Promise.all(
      [...mailings, documentsNotice].map(async ({ code, title }) => ({
        code,
        title,
        count: await countLeft(db, { id: 0, mailing: code }),
      })),
    );
    return { items, readers };
  },

  'POST /api/editors/broadcasts': (caller, { input: { mailing, subject, body } }) => {
    const { user, once, now } = caller;
    refuseNotice(caller, { mailing, body });
    return once(async (tx) => {
      const at = now().toISOString();
      const id = await nextNumber(tx, 'broadcast');
      const text = { id, mailing, subject, body, version: 1, created_at: at, updated_at: at };
      const row = await tx
        .insertInto('broadcasts')
        .values({ ...text, state: 'draft', author_id: user.id })
        .returningAll()
        .executeTakeFirstOrThrow();
      return await broadcastView(tx, row);
    });
  },

  'GET /api/editors/broadcasts/{id}': async ({ db }, { path }) =>
    broadcastView(db, await findBroadcast(db, path.id)),

  'POST /api/editors/broadcasts/{id}': (
    caller,
    { path: { id }, input: { mailing, subject, body, version } },
  ) =>
    updateBroadcast(caller, id, ['draft'], async (tx, row, at) => {
      refuseOther(row, version);
      refuseNotice(caller, { mailing, body });
      const text = { mailing, subject, body, version: row.version + 1, updated_at: at };
      await tx.updateTable('broadcasts').set(text).where('id', '=', id).execute();
    }),

  /** The letter as delivered to this editor. */
  'GET /api/editors/broadcasts/{id}/letter': async (caller, { path }) => {
    const { db, user, settings } = caller;
    const text = broadcastLetter(await findBroadcast(db, path.id), settings.SITE_URL);
    const letter = composeLetter(settings.SITE_URL, { ...text, name: user.name });
    return signLetter(letter, (await currentSite(db)).title, settings);
  },

  'POST /api/editors/broadcasts/{id}/test': async (caller, { path }) => {
    const { user, database, settings } = caller;
    await database.transaction(async (tx) => {
      const text = broadcastLetter(await findBroadcast(tx, path.id), settings.SITE_URL);
      const trial = { ...text, subject: `Проба: ${text.subject}` };
      await putLetter(tx, caller, { kind: 'mailing-test', to: user }, trial);
    });
    return { email: user.email };
  },

  /** Starts or resumes; recipients get it once. */
  'POST /api/editors/broadcasts/{id}/send': async (
    caller,
    { path: { id }, input: { version, ...showing } },
  ) => {
    refuseNotice(caller, await findBroadcast(caller.db, id));
    await requireReauthentication(caller, showing);
    return await updateBroadcast(caller, id, ['draft', 'stopped'], async (tx, row, at) => {
      refuseOther(row, version);
      const left = await countLeft(tx, row);
      if (left === 0) throw new HttpError(409, 'Эту рассылку сейчас никто не ждёт: отправлять некому.');
      await tx
        .updateTable('broadcasts')
        .set({ state: 'sending', started_at: row.started_at ?? at, ended_at: null })
        .where('id', '=', id)
        .execute();
      const details = `${mailingTitle(row.mailing)}: ${row.subject} (${left})`;
      await audit(tx, caller, 'mailing sent', { details });
    });
  },

  /** Unsent letters are cancelled; their recipients count as left. */
  'POST /api/editors/broadcasts/{id}/stop': (caller, { path: { id } }) =>
    updateBroadcast(caller, id, ['sending', 'sent'], async (tx, row, at) => {
      const untried = tx
        .selectFrom('outbox')
        .select('outbox.id')
        .innerJoin('broadcast_letters', 'broadcast_letters.letter_id', 'outbox.id')
        .where('broadcast_id', '=', id)
        .where('sent_at', 'is', null)
        .where('attempts', '=', 0);
      const ids = (await untried.execute()).map((letter) => letter.id);
      if (ids.length > 0) {
        await tx.deleteFrom('broadcast_letters').where('letter_id', 'in', ids).execute();
        await tx.deleteFrom('outbox').where('id', 'in', ids).execute();
      } else if (row.state === 'sent') throw new HttpError(409, 'Рассылка уже ушла вся.');
      const hasGone = await tx
        .selectFrom('broadcast_letters')
        .select('letter_id')
        .where('broadcast_id', '=', id)
        .executeTakeFirst();
      // Before the first letter the text may still be changed.
      const stopped = hasGone
        ? ({ state: 'stopped', ended_at: at } as const)
        : ({ state: 'draft', started_at: null, ended_at: null } as const);
      await tx.updateTable('broadcasts').set(stopped).where('id', '=', id).execute();
      const details = `${mailingTitle(row.mailing)}: ${row.subject}`;
      await audit(tx, caller, 'mailing stopped', { details });
    }),

  'POST /api/editors/broadcasts/{id}/remove': async (caller, { path: { id } }) => {
    await caller.database.transaction(async (tx) => {
      const row = await findBroadcast(tx, id);
      refuseIn(row, ['draft']);
      refuseNotice(caller, row);
      await tx.deleteFrom('broadcasts').where('id', '=', id).execute();
    });
    return null;
  },
};

type State = Broadcast['state'];

const refusals: Record<State, string> = {
  draft: 'Рассылка ещё не начата.',
  sending: 'Рассылка уже отправляется: изменить её нельзя, можно остановить.',
  stopped: 'Рассылка остановлена: часть писем ушла, поэтому изменить её нельзя.',
  sent: 'Рассылка уже ушла.',
};

function refuseIn({ state }: BroadcastRow, allowed: readonly State[]): void {
  if (!allowed.some((one) => one === state)) throw new HttpError(409, refusals[state as State]);
}

function refuseOther(row: BroadcastRow, version: number | undefined): void {
  if (version !== row.version)
    throw new HttpError(
      409,
      'Рассылку изменил кто-то другой. Обновите страницу, чтобы увидеть её новый текст.',
    );
}

/**
 * A notice of documents needs no consent and has no unsubscribe: only administrators send it, with portal
 * links only.
 */
function refuseNotice({ user }: Caller, { mailing, body }: Pick<BroadcastRow, 'mailing' | 'body'>): void {
  if (mailing !== documentsNotice.code) return;
  if (user.type !== 'admin')
    throw new HttpError(
      403,
      'Письмо всем об изменении документов пишет и отправляет администратор.',
      'mailing',
    );
  if (linksIn(parseProse(body)).some((href) => !href.startsWith('/') || href.startsWith('//')))
    throw new HttpError(
      400,
      'Письмо об изменении документов ведёт только на страницы портала: уберите внешние ссылки и картинки.',
      'body',
    );
}

const linksIn = ({ attrs, marks = [], content = [] }: ProseNode): string[] => [
  ...[attrs, ...marks.map((mark) => mark.attrs)].flatMap((one) =>
    ['href', 'src'].flatMap((key) => (typeof one?.[key] === 'string' ? [one[key]] : [])),
  ),
  ...content.flatMap(linksIn),
];

const updateBroadcast = (
  caller: Caller,
  id: number,
  allowed: readonly State[],
  action: (tx: WriteTransaction, row: BroadcastRow, at: string) => Promise<void>,
): Promise<Broadcast> =>
  caller.database.transaction(async (tx) => {
    const row = await findBroadcast(tx, id);
    refuseNotice(caller, row);
    refuseIn(row, allowed);
    await action(tx, row, caller.now().toISOString());
    return await broadcastView(tx, await findBroadcast(tx, id));
  });

async function findBroadcast(db: ReadDatabase, id: number): Promise<BroadcastRow> {
  return await db
    .selectFrom('broadcasts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'Такой рассылки нет.'));
}

async function countLeft(db: ReadDatabase, of: Pick<BroadcastRow, 'id' | 'mailing'>): Promise<number> {
  return await countRows(db.selectFrom(recipientsOf(db, of).as('left')));
}

async function broadcastView(db: ReadDatabase, row: BroadcastRow): Promise<Broadcast> {
  // Old letters have been deleted: they count as sent.
  const letters = await db
    .selectFrom('broadcast_letters')
    .leftJoin('outbox', 'outbox.id', 'broadcast_letters.letter_id')
    .leftJoin('preferences', (join) =>
      join
        .onRef('preferences.user_id', '=', 'broadcast_letters.user_id')
        .on('topic', '=', mailingTopic(row.mailing))
        .on('frequency', '!=', 'off'),
    )
    .select(['outbox.id', 'outbox.sent_at', 'outbox.due_at', 'topic'])
    .where('broadcast_id', '=', row.id)
    .execute();
  const unsent = letters.filter(({ id, sent_at }) => id !== null && sent_at === null);
  const failed = unsent.filter(({ due_at }) => due_at === never).length;
  return {
    ...row,
    mailing: row.mailing as Broadcast['mailing'],
    state: row.state as State,
    sent: letters.length - unsent.length,
    waiting: unsent.length - failed,
    failed,
    left: await countLeft(db, row),
    unsubscribed:
      row.mailing === documentsNotice.code ? 0 : letters.filter(({ topic }) => topic === null).length,
  };
}
