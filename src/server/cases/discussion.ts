import type { CaseMessage } from '#contract/cases.ts';
import type { Path } from '#contract/contract.ts';
import { authorCalled, splitMentions } from '#domain/mentions.ts';
import { audit } from '../audit/audit.ts';
import { windowOf } from '../request/limits.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { notify } from '../notifications/notify.ts';
import type { CaseRow } from '../database/tables.ts';
import { authorView, getOwn } from './author-view.ts';
import { editCase, questionStateOf, readContent } from './content.ts';
import { recordAction } from './events.ts';
import { refusePersonalData } from './findings.ts';
import { getPublished, publishedView } from './published.ts';
import { indexCase } from './publication.ts';
import { notifyFollowers, notifyOfAgreement, notifyOfMessage } from './notify-colleagues.ts';
import { namesOf } from './people.ts';

type Words = Pick<CaseMessage, 'opinion' | 'next_steps'>;
type Place = Path<'POST /api/cases/{id}/answers/{answer}'>;

/** Readers load all versions. */
const maxEditions = 20;

const noMessage = () => new HttpError(404, 'Такого сообщения нет.');

const messages = (db: ReadDatabase, id: number) =>
  db.selectFrom('case_answers').selectAll().where('id', '=', id).where('removed_by', '=', '');

const getMessage = async (db: ReadDatabase, { id, answer }: Place, missing = noMessage) =>
  await messages(db, answer).where('case_id', '=', id).executeTakeFirstOrThrow(missing);

async function getOwnMessage(db: ReadDatabase, caller: Caller, place: Place) {
  const row = await getMessage(db, place);
  if (row.user_id !== caller.user.id) throw noMessage();
  return row;
}

export const discussionHandlers = {
  /** Adds a comment under a published case, by colleagues or the author. Personal data is rejected. */
  'POST /api/cases/{id}/answers': async (
    caller,
    { path: { id }, input: { opinion, next_steps, experience, parent = null } },
  ) => {
    const { user } = caller;
    await caller.limits.spend([windowOf(`answers of ${user.id}`, 30, 3600)]);
    const writers = await writersOf(caller.db, await getPublished(caller.db, id));
    await refusePersonalData(caller, withoutNames({ opinion, next_steps }, writers));
    return await caller.database.transaction(async (tx) => {
      const row = await getPublished(tx, id);
      const isAnswer = parent === null && row.user_id !== user.id;
      const isOpen = questionStateOf(row.content, row.question_closed_at) === 'open';
      if (isAnswer && isOpen && experience === '')
        throw new HttpError(400, 'Отметьте, на чём основан ответ.', 'experience');
      if (parent !== null) {
        const { parent_id } = await getMessage(tx, { id, answer: parent });
        if (parent_id !== null) throw new HttpError(400, 'Отвечайте на первое сообщение ветки.', 'parent');
      }
      const at = caller.now();
      await tx
        .insertInto('case_answers')
        .values({
          id: await nextNumber(tx, 'case part'),
          case_id: id,
          user_id: user.id,
          opinion,
          next_steps,
          experience,
          created_at: at.toISOString(),
          parent_id: parent,
        })
        .execute();
      await audit(tx, caller, 'case answered', { userId: user.id, details: String(id) });
      const called = mentionedIn({ opinion, next_steps }, writers);
      await notifyOfMessage(tx, row, caller, { parent, isAnswer: isAnswer && isOpen, called });
      return await publishedView(tx, row, caller);
    });
  },
  /** Edits one's own comment, keeping the earlier text. Equal text changes nothing. */
  'POST /api/cases/{id}/answers/{answer}': async (
    caller,
    { path: place, input: { opinion, next_steps } },
  ) => {
    const { user } = caller;
    const writers = await writersOf(caller.db, await getPublished(caller.db, place.id));
    await getOwnMessage(caller.db, caller, place);
    await caller.limits.spend([windowOf(`edits of answers of ${user.id}`, 60, 3600)]);
    await refusePersonalData(caller, withoutNames({ opinion, next_steps }, writers));
    return await caller.database.transaction(async (tx) => {
      const row = await getPublished(tx, place.id);
      const before = await getOwnMessage(tx, caller, place);
      if (before.opinion !== opinion || before.next_steps !== next_steps) {
        const editions = await tx
          .selectFrom('case_answer_editions')
          .selectAll()
          .where('answer_id', '=', before.id)
          .execute();
        if (editions.length >= maxEditions)
          throw new HttpError(409, `Сообщение исправлено ${maxEditions} раз, больше нельзя: напишите новое.`);
        const at = caller.now();
        const former = { at: at.toISOString(), opinion: before.opinion, next_steps: before.next_steps };
        await tx
          .insertInto('case_answer_editions')
          .values({ answer_id: before.id, ...former })
          .onConflict((conflict) => conflict.columns(['answer_id', 'at']).doNothing())
          .execute();
        await tx
          .updateTable('case_answers')
          .set({ opinion, next_steps, edited_at: former.at })
          .where('id', '=', before.id)
          .execute();
        await audit(tx, caller, 'case answer edited', {
          userId: user.id,
          details: `${place.id}: ${place.answer}`,
        });
        // One letter a person: mentions in earlier versions were notified.
        const known = new Set([before, ...editions].flatMap((words) => mentionedIn(words, writers)));
        const called = mentionedIn({ opinion, next_steps }, writers).filter((id) => !known.has(id));
        await notify(tx, caller, { kind: 'mention', to: called, except: user.id, caseId: row.id });
      }
      return await publishedView(tx, row, caller);
    });
  },
  'POST /api/cases/{id}/answers/{answer}/agree': async (caller, { path: place, input: { agreeing } }) => {
    const { user } = caller;
    return await caller.database.transaction(async (tx) => {
      const row = await getPublished(tx, place.id);
      const message = await getMessage(tx, place);
      if (message.user_id === user.id) throw new HttpError(409, 'Это ваше сообщение.');
      if (agreeing) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('case_agreements')
          .values({ answer_id: message.id, user_id: user.id, created_at: caller.now().toISOString() })
          .onConflict((conflict) => conflict.columns(['answer_id', 'user_id']).doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows) await notifyOfAgreement(tx, caller, message);
      } else
        await tx
          .deleteFrom('case_agreements')
          .where('answer_id', '=', message.id)
          .where('user_id', '=', user.id)
          .execute();
      return await publishedView(tx, row, caller);
    });
  },
  'POST /api/cases/{id}/answers/{answer}/remove': async (caller, { path: place }) => {
    return await caller.database.transaction(async (tx) => {
      const row = await getPublished(tx, place.id);
      const message = await getOwnMessage(tx, caller, place);
      await takeAway(tx, message, 'author');
      return await publishedView(tx, await getPublished(tx, row.id), caller);
    });
  },
  'POST /api/user/cases/{id}/close': async (caller, { path: { id }, input: { outcome, answer } }) => {
    const { user } = caller;
    await getOwn(caller.db, user, id);
    await refusePersonalData(caller, { outcome });
    return await caller.database.transaction(async (tx) => {
      const row = await getOwn(tx, user, id);
      if (row.published === 0 || row.shown === null) throw new HttpError(409, 'Случай не опубликован.');
      const content = readContent(row.shown);
      if (questionStateOf(content, row.question_closed_at) !== 'open')
        throw new HttpError(409, 'Открытого вопроса у случая нет.');
      let helper: number | null = null;
      if (answer) {
        const missing = () => new HttpError(400, 'Такого ответа нет.', 'answer');
        helper = (await getMessage(tx, { id, answer }, missing)).user_id;
        if (helper !== null) await notify(tx, caller, { kind: 'answer-helped', to: [helper], caseId: id });
      }
      const after = await editCase(tx, row, caller.now(), {
        question_outcome: outcome,
        question_answer: answer ?? null,
        question_closed_at: caller.now().toISOString(),
      });
      await indexCase(tx, after, content);
      await recordAction(tx, caller, row, { action: 'closed', side: 'author' });
      await notifyFollowers(tx, after, 'outcome', caller, helper);
      return await authorView(tx, after);
    });
  },
  'POST /api/editors/cases/answers/{id}/remove': async (caller, { path: { id } }) => {
    await caller.database.transaction(async (tx) => {
      const message = await messages(tx, id).executeTakeFirstOrThrow(noMessage);
      await audit(tx, caller, 'case answer removed', {
        userId: message.user_id ?? undefined,
        details: `${message.case_id}: ${id}`,
      });
      await takeAway(tx, message, 'editor');
    });
    return null;
  },
} satisfies Partial<Handlers>;

/** Deletes text and history. Comments removed by an editor and those with replies keep their place. */
async function takeAway(
  tx: WriteTransaction,
  { id, case_id }: { id: number; case_id: number },
  by: 'author' | 'editor',
): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ question_answer: null })
    .where('id', '=', case_id)
    .where('question_answer', '=', id)
    .execute();
  await tx.updateTable('case_problems').set({ state: 'closed' }).where('answer_id', '=', id).execute();
  const reply = await tx
    .selectFrom('case_answers')
    .select('id')
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (!reply && by === 'author') {
    await tx.updateTable('case_problems').set({ answer_id: null }).where('answer_id', '=', id).execute();
    await tx.deleteFrom('case_answers').where('id', '=', id).execute();
    return;
  }
  await tx.deleteFrom('case_answer_editions').where('answer_id', '=', id).execute();
  await tx.deleteFrom('case_agreements').where('answer_id', '=', id).execute();
  await tx
    .updateTable('case_answers')
    .set({ opinion: '', next_steps: '', experience: '', edited_at: null, removed_by: by })
    .where('id', '=', id)
    .execute();
}

/** Authors of comments under a case by shown name; all namesakes are mentioned. */
type Writers = ReadonlyMap<string, readonly number[]>;

async function writersOf(
  db: ReadDatabase,
  { id, user_id: author }: Pick<CaseRow, 'id' | 'user_id'>,
): Promise<Writers> {
  const rows = await db
    .selectFrom('case_answers')
    .select('user_id')
    .distinct()
    .where('case_id', '=', id)
    .where('removed_by', '=', '')
    .where('user_id', 'is not', null)
    .execute();
  const ids = rows.flatMap(({ user_id }) => (user_id === null || user_id === author ? [] : [user_id]));
  const names = await namesOf(db, ids);
  const writers = new Map<string, number[]>(author === null ? [] : [[authorCalled, [author]]]);
  for (const one of ids) {
    const { title } = names.full(one);
    writers.set(title, [...(writers.get(title) ?? []), one]);
  }
  return writers;
}

const partsOf = (text: string, writers: Writers) => splitMentions(text, [...writers.keys()]);

function mentionedIn({ opinion, next_steps }: Words, writers: Writers): number[] {
  const parts = [...partsOf(opinion, writers), ...partsOf(next_steps, writers)];
  return [...new Set(parts.flatMap(({ name }) => (name === undefined ? [] : (writers.get(name) ?? []))))];
}

/** Text without mentions, which are visible anyway. */
function withoutNames({ opinion, next_steps }: Words, writers: Writers) {
  const mentioned = (text: string) =>
    partsOf(text, writers)
      .map((part) => (part.name === undefined ? part.text : 'коллега'))
      .join('');
  return { opinion: mentioned(opinion), next_steps: mentioned(next_steps) };
}
