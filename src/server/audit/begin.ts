import { OperatorError } from '#domain/operator-error.ts';
import type { Context } from '../request/context.ts';
import type { Database } from '../database/database.ts';
import { missingKeysMessage } from './verify.ts';
import { lastRow, sealAudit } from './append.ts';

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
    .map(({ key, from, to }) => `Журнал: ${missingKeysMessage(key ?? '', from, to)}.`);
}
