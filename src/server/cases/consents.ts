import { portalDay } from '#domain/dates.ts';
import type { FileAnswer } from '#contract/call.ts';
import { audit } from '../audit/audit.ts';
import { addSeconds } from '../base/clock.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { titleOf } from '../account/users.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseFileRow, CaseRow } from '../database/tables.ts';
import { createUploads } from '../uploads/uploads.ts';
import { HttpError } from '../http-error.ts';
import { addEvent } from './events.ts';
import { dropFiles, giveFile } from './files.ts';
import type { Caller } from '../request/caller.ts';

/**
 * Whether retention has removed a consent, which need not be uploaded again. One removed by the author, or of
 * an unpublished case, must be.
 */
export async function hasConsentRecord(db: ReadDatabase, caseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('case_consents')
    .innerJoin('case_consent_looks', 'case_consent_looks.file_id', 'case_consents.file_id')
    .innerJoin('cases', 'cases.id', 'case_consents.case_id')
    .innerJoin('case_events', (join) =>
      join
        .onRef('case_events.case_id', '=', 'case_consents.case_id')
        .onRef('case_events.at', '=', 'case_consents.removed_at')
        .on('case_events.action', '=', 'consent removed'),
    )
    .select('case_consents.file_id')
    .where('case_consents.case_id', '=', caseId)
    .where('cases.published', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The consent for reviewers of the round: the first to open it, up to the required number. Each read is
 * recorded for the author and audited; after the decision it is closed.
 */
export async function giveConsent(caller: Caller, row: CaseRow, file: CaseFileRow): Promise<FileAnswer> {
  const { user } = caller;
  if (row.user_id === user.id) throw new HttpError(403, 'Свой случай проверяет другой редактор.');
  if (row.state !== 'review')
    throw new HttpError(403, 'Решение принято: согласие пациента больше никому не открывается.');
  await caller.database.transaction(async (tx) => {
    const at = caller.now();
    const looks = await tx
      .selectFrom('case_consent_looks')
      .innerJoin('case_consents', 'case_consents.file_id', 'case_consent_looks.file_id')
      .select('editor_id')
      .where('case_id', '=', row.id)
      .where('round', '=', row.round)
      .execute();
    const others = new Set(looks.map(({ editor_id }) => editor_id).filter((id) => id !== user.id));
    if (others.size >= caller.settings.CASES_REVIEWERS)
      throw new HttpError(403, 'Согласие пациента в этом круге открывает тот, кто проверяет случай.');
    await tx
      .insertInto('case_consent_looks')
      .values({
        id: await nextNumber(tx, 'case part'),
        file_id: file.id,
        round: row.round,
        editor_id: user.id,
        at: at.toISOString(),
      })
      .execute();
    await audit(tx, caller, 'consent of a patient read', {
      userId: row.user_id ?? undefined,
      details: `случай ${row.id}, файл ${file.id}`,
    });
    await recordDataReads(tx, caller, {
      userIds: [row.user_id],
      fields: [`consent of case ${row.id}`],
      place: 'case',
    });
  });
  return await giveFile(file, caller);
}

export async function sweepConsents(context: Context): Promise<void> {
  const { database, settings } = context;
  const at = context.now();
  const before = addSeconds(at, -settings.CONSENT_DAYS * 86_400).toISOString();
  const due = await database.kysely
    .selectFrom('case_files')
    .innerJoin('cases', 'cases.id', 'case_files.case_id')
    .select(['case_files.id', 'case_id'])
    .where('role', '=', 'consent')
    .where('cases.state', 'in', ['published', 'declined', 'archived'])
    .where('cases.updated_at', '<=', before)
    .where('case_files.created_at', '<=', before)
    .execute();
  for (const { id, case_id } of due) {
    const dropped = await database.transaction(async (tx) => {
      const text = await farewellOf(tx, id, settings.CONSENT_DAYS);
      const gone = await dropFiles(tx, case_id, at, (file) => file.id === id);
      await addEvent(tx, case_id, { action: 'consent removed', side: 'editor', text }, at);
      await audit(tx, context, 'case consent removed', { details: `случай ${case_id}: ${text}` });
      return gone;
    });
    await createUploads(context).discard(dropped);
  }
}

/** What remains of a consent: its digest, and who read it on which days. */
async function farewellOf(tx: WriteTransaction, file: number, days: number): Promise<string> {
  const kept = await tx
    .selectFrom('case_consents')
    .select('sha256')
    .where('file_id', '=', file)
    .executeTakeFirst();
  const looks = await tx
    .selectFrom('case_consent_looks')
    .leftJoin('users', 'users.id', 'case_consent_looks.editor_id')
    .select(['at', 'type', 'last_name', 'name'])
    .where('file_id', '=', file)
    .orderBy('case_consent_looks.id')
    .execute();
  const seen = looks.map(({ at, ...person }) => `${titleOf(person)} ${portalDay(at)}`);
  return [
    `Удалено по правилу через ${days} дн. после решения.`,
    seen.length > 0 ? `Видели: ${[...new Set(seen)].join('; ')}.` : 'Никто не открывал.',
    `SHA-256: ${kept?.sha256 ?? 'не записан'}.`,
  ].join(' ');
}
