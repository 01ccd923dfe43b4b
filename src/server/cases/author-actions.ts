import { countRows } from '../database/page.ts';
import type { OwnCase } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/case-texts.ts';
import type { CaseState } from '#domain/cases.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { audit } from '../audit/audit.ts';
import { windowOf } from '../request/limits.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseRow, UserRow } from '../database/tables.ts';
import type { Caller, HandlerRequest, Handlers } from '../request/caller.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { editCase, emptyContent, publishedAgain, readContent } from './content.ts';
import { recordAction, type RecordedAction } from './events.ts';
import { dropFiles } from './files.ts';
import { findingsOf, requireNoOpenFindings } from './findings.ts';
import { getOwn, authorView } from './author-view.ts';
import { beginningOf, requireComplete } from './validation.ts';
import { refusePersonalData } from './findings.ts';
import { contentOf } from './phenopackets.ts';
import { unpublishCase } from './publication.ts';
import { titledSigns } from './signs.ts';
import { createUploads } from '../uploads/uploads.ts';

const maxDrafts = 200;

async function addCase(caller: Caller, content: CaseContent | undefined): Promise<OwnCase> {
  const { user } = caller;
  await demandRoom(caller.db, user);
  await caller.limits.spend([windowOf(`cases of ${user.id}`, 60, 3600)]);
  if (content) await requireNoOpenFindings(caller, content);
  return await caller.once(async (tx) => {
    await demandRoom(tx, user);
    const given = await titled(content ?? emptyContent());
    await checkReferences(tx, 0, given);
    const row = await insertCase(tx, { userId: user.id, content: given, at: caller.now() });
    await recordAction(tx, caller, row, { action: 'created', side: 'author' });
    return await authorView(tx, row);
  });
}

async function demandRoom(db: ReadDatabase, user: UserRow): Promise<void> {
  const count = await countRows(
    db.selectFrom('cases').where('user_id', '=', user.id).where('published', '=', 0),
  );
  if (count >= maxDrafts)
    throw new HttpError(409, `У вас уже ${maxDrafts} черновиков: сначала удалите лишние.`);
}

export async function insertCase(
  tx: WriteTransaction,
  { userId, content, at, demo = 0 }: { userId: number | null; content: CaseContent; at: Date; demo?: number },
): Promise<CaseRow> {
  return await tx
    .insertInto('cases')
    .values({
      id: await nextNumber(tx, 'record'),
      user_id: userId,
      demo,
      state: 'draft',
      version: 1,
      published: 0,
      edition: 0,
      round: 0,
      title: content.title,
      data: JSON.stringify(content),
      reason: '',
      question_outcome: '',
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Throws 409 with the current version if the author's is outdated. */
async function demandVersion(tx: ReadDatabase, row: CaseRow, version: number): Promise<void> {
  if (row.version === version) return;
  throw new HttpError(
    409,
    'Случай тем временем изменился в другом окне или у редакции. Сравните версии и сохраните снова.',
    'version',
    { data: { current: await authorView(tx, row) } },
  );
}

/** States without saving, with the message. */
const closedToSaving: Partial<Record<CaseState, string>> = {
  review: 'Случай на проверке: чтобы править, сначала отзовите его.',
  declined: 'Случай отклонён: его можно только удалить.',
};

/** Cost for the rate limit: the detector takes longer for long texts. */
export const costOfSave = (content: CaseContent): number =>
  Math.ceil(passagesOf(content).reduce((sum, { text }) => sum + text.length, 1) / 16_384);

async function getSavable(db: ReadDatabase, caller: Caller, id: number, version: number): Promise<CaseRow> {
  const row = await getOwn(db, caller.user, id);
  await demandVersion(db, row, version);
  const reason = closedToSaving[row.state as CaseState];
  if (reason) throw new HttpError(409, reason);
  return row;
}

/** Saves the content over the edited version. A published case becomes a draft of its next edition. */
export async function saveCase(
  caller: Caller,
  id: number,
  { version, content: sent }: { version: number; content: CaseContent },
): Promise<OwnCase> {
  // The detector is costly: it runs for savable drafts only.
  await getSavable(caller.db, caller, id, version);
  const content = await titled(sent);
  await requireNoOpenFindings(caller, content);
  return await caller.database.transaction(async (tx) => {
    const row = await getSavable(tx, caller, id, version);
    await checkReferences(tx, id, content);
    const data = JSON.stringify(content);
    if (data === row.data) return await authorView(tx, row);
    const after = await editCase(tx, row, caller.now(), {
      title: content.title,
      data,
      state: row.state === 'returned' ? 'returned' : 'draft',
    });
    return await authorView(tx, after);
  });
}

const titled = async (content: CaseContent): Promise<CaseContent> => ({
  ...content,
  signs: await titledSigns(content.signs),
});

async function checkReferences(tx: WriteTransaction, id: number, content: CaseContent): Promise<void> {
  for (const [field, kind] of [
    ['diseases', kindsByName.disease.name],
    ['drugs', kindsByName.drug.name],
  ] as const) {
    const ids = [...new Set(content[field])];
    if (ids.length !== content[field].length) throw new HttpError(400, 'Одна запись выбрана дважды.', field);
    const found = await publishedRecords(tx, ids);
    if (ids.some((one) => found.get(one)?.kind !== kind))
      throw new HttpError(400, 'Такой записи в каталоге нет.', field);
  }
  for (const [field, vocabulary, given] of [
    ['areas', 'therapeuticarea', content.areas],
    ['specialities', 'specialization', content.specialities],
    ['region', 'subject', content.region === '' ? [] : [content.region]],
  ] as const) {
    if (given.length === 0) continue;
    const known = await termTitles(tx, vocabulary);
    if (given.some((code) => !known.has(code)))
      throw new HttpError(400, 'Выберите значение из списка.', field);
  }
  const files = content.figures.map(({ file }) => file);
  if (files.length === 0) return;
  if (new Set(files).size !== files.length) throw new HttpError(400, 'Один снимок указан дважды.', 'figures');
  const found = await tx
    .selectFrom('case_files')
    .select('id')
    .where('case_id', '=', id)
    .where('role', '=', 'figure')
    .where('id', 'in', files)
    .execute();
  if (found.length !== files.length) throw new HttpError(400, 'Такого снимка у этого случая нет.', 'figures');
}

type StepRequest = HandlerRequest<{ id: number }, unknown, { version: number }>;

interface Step {
  from: readonly CaseState[];
  refusal: string;
  action: RecordedAction;
}

/** An action in given states on the version that the author saw. */
async function step(
  caller: Caller,
  { path: { id }, input: { version } }: StepRequest,
  { from, refusal, action }: Step,
  act: (tx: WriteTransaction, row: CaseRow) => Promise<CaseRow>,
): Promise<OwnCase> {
  const { user } = caller;
  return await caller.database.transaction(async (tx) => {
    const row = await getOwn(tx, user, id);
    await demandVersion(tx, row, version);
    if (!from.includes(row.state as CaseState)) throw new HttpError(409, refusal);
    const after = await act(tx, row);
    await recordAction(tx, caller, row, { action, side: 'author' });
    return await authorView(tx, after);
  });
}

export const authorHandlers = {
  'POST /api/cases/add': (caller, { input }) => addCase(caller, input.content),
  'POST /api/user/cases/phenopacket': async (caller, { input }) =>
    addCase(caller, await contentOf(caller.db, input.phenopacket)),
  /** Submits the case; all problems are returned at once with their places. */
  'POST /api/user/cases/{id}/submit': async (caller, request) => {
    const own = await getOwn(caller.db, caller.user, request.path.id);
    await demandVersion(caller.db, own, request.input.version);
    // Caches the detector's results, so that the transaction does not wait for a thread.
    await findingsOf(caller, readContent(own.data));
    return await step(
      caller,
      request,
      {
        from: ['draft', 'returned'],
        refusal: 'Этот случай сейчас отправить нельзя: он уже на проверке или опубликован.',
        action: 'submitted',
      },
      async (tx, row) => {
        const content = readContent(row.data);
        await requireComplete(tx, caller, row, content);
        const areas = content.areas.length > 0 ? content.areas : await areasOf(tx, content.diseases);
        const title = content.title.trim() || beginningOf(content.question);
        await notify(tx, caller, {
          kind: 'case-waiting',
          to: 'editors',
          except: caller.user.id,
          caseId: row.id,
        });
        return await editCase(tx, row, caller.now(), {
          state: 'review',
          title,
          data: JSON.stringify({ ...content, areas, title }),
          round: row.round + 1,
          submitted_at: caller.now().toISOString(),
          reason: '',
        });
      },
    );
  },
  'POST /api/user/cases/{id}/withdraw': (caller, request) =>
    step(
      caller,
      request,
      { from: ['review'], refusal: 'Этот случай не на проверке.', action: 'withdrawn' },
      (tx, row) => editCase(tx, row, caller.now(), { state: 'draft', submitted_at: null }),
    ),
  /** Unpublishes a case; the author keeps the text. */
  'POST /api/user/cases/{id}/archive': (caller, request) =>
    step(
      caller,
      request,
      {
        from: ['draft', 'review', 'returned', 'published'],
        refusal: 'Этот случай не опубликован.',
        action: 'archived',
      },
      async (tx, row) => {
        if (row.published === 0) throw new HttpError(409, 'Этот случай не опубликован.');
        await unpublishCase(tx, row);
        return await editCase(tx, row, caller.now(), { state: 'archived', reason: '' });
      },
    ),
  /** Discards the edit: the draft becomes the published edition again. */
  'POST /api/user/cases/{id}/discard': (caller, request) =>
    step(
      caller,
      request,
      {
        from: ['draft', 'returned'],
        refusal: 'Правок, от которых можно отказаться, нет.',
        action: 'discarded',
      },
      async (tx, row) => {
        if (row.published === 0 || row.shown === null)
          throw new HttpError(409, 'Случай ещё не публиковался: черновик можно удалить.');
        return await editCase(tx, row, caller.now(), publishedAgain(row.shown));
      },
    ),
  'POST /api/user/cases/{id}/remove': async (caller, { path: { id }, input: { version } }) => {
    const files = await caller.database.transaction(async (tx) => {
      const row = await getOwn(tx, caller.user, id);
      await demandVersion(tx, row, version);
      if (row.published === 1)
        throw new HttpError(409, 'Случай опубликован: сначала снимите его с публикации.');
      if (row.state === 'review') throw new HttpError(409, 'Случай на проверке: сначала отзовите его.');
      const dropped = await dropFiles(tx, id, caller.now(), () => true);
      await tx.deleteFrom('cases').where('id', '=', id).execute();
      await audit(tx, caller, 'case removed', { userId: caller.user.id, details: String(id) });
      return dropped;
    });
    await createUploads(caller).discard(files);
    return null;
  },
  'POST /api/user/cases/{id}/remarks': async (
    caller,
    { path: { id }, input: { remark, resolved, answer } },
  ) => {
    await getOwn(caller.db, caller.user, id);
    await refusePersonalData(caller, { answer: answer ?? '' });
    return await caller.database.transaction(async (tx) => {
      const row = await getOwn(tx, caller.user, id);
      const { numUpdatedRows } = await tx
        .updateTable('case_remarks')
        .set({
          resolved_at: resolved ? caller.now().toISOString() : null,
          answer,
        })
        .where('id', '=', remark)
        .where('case_id', '=', id)
        .where('round', '=', row.round)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new HttpError(404, 'Такого замечания нет.', 'remark');
      return await authorView(tx, row);
    });
  },
} satisfies Partial<Handlers>;

export async function areasOf(tx: ReadDatabase, diseases: readonly number[]): Promise<string[]> {
  if (diseases.length === 0) return [];
  const rows = await tx.selectFrom('records').select('data').where('id', 'in', diseases).execute();
  const areas = rows.flatMap(({ data }) => (JSON.parse(data) as { areas?: string[] }).areas ?? []);
  return [...new Set(areas)].slice(0, 10);
}
