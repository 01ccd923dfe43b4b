import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { UserType } from '#contract/account.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { addPerson, addSession } from '../sample/people.ts';

export { factorCode, password } from '../sample/people.ts';

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
  const settings = readSettings({ DATA_DIR: dataFolder() });
  return await inDatabase((database) =>
    addPerson({ database, settings }, type, {
      email: newAddress(type),
      last_name: 'Проверочная',
      med: 'Клиника для примера',
      verified_at: isVerified ? new Date().toISOString() : null,
      hasFactor,
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
