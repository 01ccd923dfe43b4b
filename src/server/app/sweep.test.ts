import { expect, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, doctorForm, openBrowser, signedIn } from '../../../tests/sample/people.ts';
import { sweep } from './sweep.ts';

test(`expired data are deleted, and nothing else (${dialect})`, async () => {
  const portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await openBrowser(portal).post('/api/register/doctor', doctorForm());
  const user = await addPerson(portal, 'doctor', { email: 'stays@example.ru' });
  await signedIn(portal, user.email);
  await portal.get('/api/captcha/ssid');
  const counts = async () => {
    const tables = ['users', 'sessions', 'captchas', 'limits', 'tokens', 'devices'] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        portal.database.kysely
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    );
    return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.length]));
  };
  const before = await counts();
  await sweep(portal);
  expect(await counts()).toEqual(before);
  await sweep({ ...portal, now: () => new Date(Date.now() + 8 * 86_400_000) });
  expect(await counts()).toEqual({ users: 1, sessions: 1, captchas: 0, limits: 0, tokens: 0, devices: 1 });
  await sweep({ ...portal, now: () => new Date(Date.now() + 400 * 86_400_000) });
  expect(await counts()).toEqual({ users: 1, sessions: 0, captchas: 0, limits: 0, tokens: 0, devices: 0 });
  await portal.close();
});
