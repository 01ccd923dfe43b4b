import { OperatorError } from '#domain/operator-error.ts';
import { administrators } from '../account/roles.ts';
import type { Context } from '../context.ts';
import type { Database, Writing } from '../database/database.ts';
import { putLetter } from '../mail/outbox.ts';
import { lastAuditCheck } from './check.ts';
import { headWords, keepHead } from './heads.ts';
import { weeklyLetter } from './letter.ts';
import { missingWords } from './verify.ts';
import { lastRow, sealAudit } from './write.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;

type Say = (facts: object, message: string) => void;

/**
 * Puts the chain under the present key, and gives sentences about what an operator should mend. A key that this machine
 * has made for itself never takes over a database that other servers may be writing into: they could not go on.
 */
export async function beginAudit(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  now = new Date(),
): Promise<string[]> {
  const isOwn = !settings.AUDIT_KEY && !settings.AUDIT_KEY_FILE;
  if (isOwn && database.dialect === 'postgres') {
    const last = await lastRow(database.kysely);
    if (last?.key && !database.auditKeys.some(({ id }) => id === last.key))
      throw new OperatorError(
        `Журнал в этой базе ведётся под ключом ${last.key}, а здесь его нет. Задайте AUDIT_KEY, как у остальных серверов; если прежнего ключа больше нет, задайте всем новый.`,
      );
  }
  await database.transaction((tx) => sealAudit(tx, now));
  return [...(database.auditKeys.length === 0 ? [keyless] : []), ...(await missingKeys(database))];
}

const keyless =
  'Ключа журнала нет, и записать его некуда: журнал ведётся без ключа, и подделать его может всякий, кто пишет в базу. Задайте AUDIT_KEY или AUDIT_KEY_FILE.';

/** Rows that nobody can check here: the audit has come from another machine without its key. */
export async function missingKeys({ kysely, auditKeys }: Database): Promise<string[]> {
  const rows = await kysely
    .selectFrom('audit')
    .select((eb) => ['key', eb.fn.min('id').as('from'), eb.fn.max('id').as('to')])
    .where('key', 'is not', null)
    .groupBy('key')
    .execute();
  return rows
    .filter(({ key }) => !auditKeys.some(({ id }) => id === key))
    .map(({ key, from, to }) => `Журнал: ${missingWords(key ?? '', from, to)}.`);
}

/** Writes the head of the chain to the log and into the database; once a week administrators get it by letter. */
export async function tellHead(context: Context, say: Say): Promise<void> {
  const head = await keepHead(context);
  if (!head) return;
  say({ audit: headWords(head) }, 'head of the audit');
  const { database, settings, now = () => new Date() } = context;
  const checked = await lastAuditCheck(context);
  await database.transaction(async (tx) => {
    const at = now();
    if (!(await isWeekOver(tx, at))) return;
    const letter = weeklyLetter({ head: headWords(head), checked, siteUrl: settings.SITE_URL });
    for (const { id, email } of await administrators(tx))
      await putLetter(tx, letter, { kind: 'audit', to: email, userId: id, at });
  });
}

/** The first week begins with the first head. */
async function isWeekOver(tx: Writing, at: Date): Promise<boolean> {
  const name = 'audit letter';
  const last = await tx.selectFrom('checks').select('at').where('name', '=', name).executeTakeFirst();
  if (last && at.getTime() - Date.parse(last.at) < week) return false;
  const values = { name, at: at.toISOString(), result: '{}' };
  await tx
    .insertInto('checks')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
  return last !== undefined;
}

/** Tells the head now and every hour until told to stop. */
export function keepHeads(context: Context, say: Say, log: (error: unknown, message: string) => void) {
  const run = () =>
    void tellHead(context, say).catch((error: unknown) => log(error, 'the head of the audit was not kept'));
  run();
  const timer = setInterval(run, hour);
  timer.unref();
  return () => clearInterval(timer);
}
