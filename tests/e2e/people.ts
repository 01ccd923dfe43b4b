import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { UserType } from '#contract/account.ts';
import { hashPassword } from '#server/account/passwords.ts';
import { putFactor, totpOf } from '#server/account/factor-codes.ts';
import { addUser } from '#server/account/users.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { addSession } from '../sample/people.ts';

export const password = 'сорок два журавля и ещё один';

/** The DATA_DIR of the product that is visited. */
export function dataFolder(): string {
  const folder = process.env.REGISTER_E2E_DATA;
  if (!folder) throw new Error('REGISTER_E2E_DATA must name the DATA_DIR of the product that is visited');
  return folder;
}

/** Writes into the database of the portal under test, beside it, as the command line does. */
export async function inDatabase<Result>(action: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(readSettings({ DATA_DIR: dataFolder() }));
  try {
    return await action(database);
  } finally {
    await database.close();
  }
}

/** The second factor of every editor of the journeys. */
const factorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const factorCode = () => totpOf(factorSecret, '').generate();

export interface Person {
  id: number;
  email: string;
}

export const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.ru`;

/** A confirmed account of a test's own; doctors are verified and editors have a second factor by default. */
export async function makePerson(
  type: UserType,
  { isVerified = type === 'doctor', hasFactor = type === 'editor' || type === 'admin' } = {},
): Promise<Person> {
  const email = newAddress(type);
  const hash = await hashPassword(password);
  const at = new Date().toISOString();
  return await inDatabase((database) =>
    database.transaction(async (tx) => {
      const { id } = await addUser(tx, {
        type,
        email,
        password: hash,
        last_name: 'Проверочная',
        name: 'Мария',
        med: 'Клиника для примера',
        confirmed_at: at,
        verified_at: isVerified ? at : null,
        created_at: at,
      });
      if (hasFactor)
        await putFactor(tx, {
          userId: id,
          secret: factorSecret,
          at: new Date(at),
          settings: readSettings({ DATA_DIR: dataFolder() }),
        });
      return { id, email };
    }),
  );
}

/** Gives a browser a session of this person, as a sign-in would, which journeys about other things need not repeat. */
export async function beginSession(context: BrowserContext, { id }: Person, url: string): Promise<void> {
  const token = await inDatabase((database) => addSession(database, { id }));
  await context.addCookies([
    { name: 'sid', value: token, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'u', value: '1', url, sameSite: 'Lax' },
  ]);
}

/** Ends every session of a person, as an expired one would be. */
export async function endSessions({ id }: Person): Promise<void> {
  await inDatabase((database) =>
    database.transaction((tx) => tx.deleteFrom('sessions').where('user_id', '=', id).execute()),
  );
}
