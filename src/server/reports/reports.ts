import type { ShownReport, reportContract } from '#contract/reports.ts';
import { closedFields, findKind, metaOf } from '#domain/kinds/index.ts';
import { secondsPerDay } from '#domain/durations.ts';
import { reportBox, reportStatuses, type ReportStatus } from '#domain/reports.ts';
import { audit } from '../audit/audit.ts';
import { emailKey, readableEmail } from '../base/email.ts';
import { servedDocument } from '../account/consents.ts';
import { tooMany, windowOf } from '../request/limits.ts';
import { findPublicRecord } from '../catalogue/names.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { paginate } from '../database/page.ts';
import type { ReportRow } from '../database/tables.ts';
import { neighbourhoodOf, type ClientInfo } from '../request/client.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';
import type { LetterText } from '../mail/letter.ts';

export const reportHandlers: Handlers<keyof typeof reportContract> = {
  /** Stores a report; an equal one about the same record once. */
  'POST /api/reports': async (caller, { input: form }) => {
    const { client, database, now } = caller;
    const recordId = Number(form.record_id);
    const record = await findPublicRecord(database.kysely, recordId);
    if (!record) throw new HttpError(400, 'Такой записи в каталоге нет.', 'record_id');
    const field = form.field || null;
    if (field !== null && fieldTitle(record.kind, field) === null)
      throw new HttpError(400, 'Такого поля у записи нет.', 'field');
    // Honeypot: robots get the usual response.
    if (form.website) return null;
    await admitReport(client, caller);
    const document = form.email ? await servedDocument(caller.settings, 'report') : undefined;
    await database.transaction(async (tx) => {
      const same = await tx
        .selectFrom('reports')
        .select('id')
        .where('record_id', '=', recordId)
        .where('text', '=', form.text)
        .where('status', 'in', ['new', 'work'])
        .executeTakeFirst();
      if (same) return;
      const at = now().toISOString();
      const id = await nextNumber(tx, 'report');
      await tx
        .insertInto('reports')
        .values({
          id,
          record_id: recordId,
          field,
          text: form.text,
          email: form.email ? readableEmail(form.email) : null,
          email_key: form.email ? emailKey(form.email) : null,
          status: 'new',
          created_at: at,
          updated_at: at,
        })
        .execute();
      await notify(tx, caller, { kind: 'report', to: 'editors', recordId });
      if (document)
        await tx
          .insertInto('report_consents')
          .values({
            report_id: id,
            ...document,
            text: reportBox,
            given_at: at,
            ip: client.ip,
            agent: client.agent,
          })
          .execute();
    });
    return null;
  },
  'GET /api/editors/reports': async ({ db }, { query: { status, ...pageRequest } }) => {
    const chosen = db
      .selectFrom('reports')
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''));
    const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
      lines.selectAll().orderBy('id', 'desc'),
    );
    return { items: await Promise.all(rows.map((row) => reportView(db, row))), ...place };
  },
  /** Stores the decision; a new answer is mailed, if there is an address. */
  'POST /api/editors/reports/{id}': async (caller, { path: { id }, input: { status, answer } }) => {
    const { database, now } = caller;
    return await database.transaction(async (tx) => {
      const before = await tx
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => new HttpError(404, 'Такого сообщения нет.'));
      if (status === 'answered' && before.email && !answer && !before.answer)
        throw new HttpError(
          400,
          'Напишите ответ: приславший ждёт письма. Чтобы не отвечать, закройте сообщение.',
          'answer',
        );
      const row = {
        ...before,
        status,
        answer: answer || before.answer,
        updated_at: now().toISOString(),
      };
      await tx.updateTable('reports').set(row).where('id', '=', id).execute();
      const after = await reportView(tx, row);
      if (row.email && row.answer && row.answer !== before.answer)
        await putLetter(
          tx,
          caller,
          { kind: 'report', to: { id: null, email: row.email } },
          reportAnswerLetter(after, row.answer),
        );
      await audit(tx, caller, 'answered a report', { details: `${id}: ${reportStatuses[status]}` });
      return after;
    });
  },
};

/** Daily reports above which the limits below apply. */
const crowded = 1000;
/** Daily limits under load: sources of many reports are blocked, others are not. */
const reportsPerDay = { network: 2, neighbourhood: 6 };

/** Counts a report by origin, or throws. */
async function admitReport(client: ClientInfo, context: Context): Promise<void> {
  const limits = context.limits;
  const network = windowOf(`reports of a day from ${client.network}`, 20, secondsPerDay);
  const neighbourhood = windowOf(`reports of a day around ${neighbourhoodOf(client.ip)}`, 60, secondsPerDay);
  // A limit for the disk: more than editors could read in a year.
  const everybody = windowOf('reports of everybody', 10_000, secondsPerDay);
  const [all = 0, own = 0, near = 0] = await limits.spent([everybody, network, neighbourhood]);
  if (all >= crowded && (own >= reportsPerDay.network || near >= reportsPerDay.neighbourhood))
    throw tooMany(secondsPerDay / 2);
  await limits.spend([
    windowOf(`reports from ${client.network}`, 10, 3600),
    network,
    neighbourhood,
    everybody,
  ]);
}

async function reportView(db: ReadDatabase, row: ReportRow): Promise<ShownReport> {
  const record = row.record_id === null ? undefined : await findPublicRecord(db, row.record_id);
  return {
    id: row.id,
    record: record ? { id: record.id, kind: record.kind, title: record.title, url: record.url } : null,
    field: row.field,
    field_title: record && row.field ? fieldTitle(record.kind, row.field) : row.field,
    text: row.text,
    status: row.status as ReportStatus,
    has_email: row.email !== null,
    answer: row.answer,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Label of a public field; null for an unknown one. */
function fieldTitle(kindName: string, field: string): string | null {
  const kind = findKind(kindName);
  if (!kind || !Object.hasOwn(kind.fields.shape, field) || closedFields(kind).includes(field)) return null;
  return metaOf(kind.fields.shape[field]).title ?? field;
}

const reportAnswerLetter = ({ record }: ShownReport, answer: string): LetterText => ({
  subject: 'Ответ на сообщение о неточности',
  before: [
    `Вы сообщили о неточности${record ? ` на странице «${record.title}»` : ''}. Вот ответ редакции:`,
    answer,
  ],
  ...(record ? { button: { title: 'Открыть страницу', url: record.url } } : {}),
  after: ['Адрес почты служил только для этого ответа, позже мы его удалим.'],
});
