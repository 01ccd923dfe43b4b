import { OperatorError } from '#domain/operator-error.ts';
import type { Context } from '../request/context.ts';
import type { Database } from '../database/database.ts';
import { missingKeysMessage } from './verify.ts';
import { lastRow, sealAudit } from './append.ts';

/**
 * Starts the chain under the present key and returns warnings for the operator. A generated key never takes
 * over a database that other servers may use.
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

/** Rows whose key is missing: the log comes from another machine. */
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
