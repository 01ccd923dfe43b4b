import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, doctorForm, openBrowser, withSession } from '../../../tests/sample/people.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';

test.skipIf(dialect === 'postgres')(
  'B-3 on a full disk writes are rejected with a message, reads continue, and space is found without a restart (skipped on PostgreSQL)',
  async () => {
    let time = new Date();
    const portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, now: () => time });
    onTestFinished(() => portal.close());
    const site = path.join(portal.settings.DATA_DIR, 'site');
    await mkdir(path.join(site, 'releases/1'), { recursive: true });
    await writeFile(path.join(site, 'releases/1/release.json'), '{"csp":{}}');
    await symlink('releases/1', path.join(site, 'current'));
    const reader = await withSession(
      portal,
      await addPerson(portal, 'doctor', { email: 'reader@example.ru' }),
    );
    const limitPages = (pages: number) =>
      portal.database.transaction((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx));
    const register = (email: string) =>
      openBrowser(portal).post('/api/register/doctor', doctorForm({ email }));
    const health = async () => (await portal.get('/api/health')).data as { state: string; has_room: boolean };
    expect((await register('before@example.ru')).status).toBe(200);
    expect(await health()).toMatchObject({ state: 'ready', has_room: true });

    await limitPages(1);
    const answers = [];
    // The last pages may hold one or two more.
    for (let number = 0; number < 40; number += 1) answers.push(await register(`full${number}@example.ru`));
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(507);
    expect(refused?.headers['retry-after']).toBe('60');
    expect(refused?.errors[0]?.message).toBe(
      'На сервере кончилось место: читать можно, а записать пока ничего нельзя. Повторите позже.',
    );
    expect(await health()).toMatchObject({ state: 'degraded', has_room: false });
    // Long enough for a session update, which cannot be written now.
    time = new Date(time.getTime() + 3600_000);
    expect((await reader.get('/api/user')).data).toMatchObject({ email: 'reader@example.ru' });
    expect((await portal.get('/api/diseases/filter')).status).toBe(200);

    await limitPages(1_000_000);
    expect((await register('after@example.ru')).status).toBe(200);
    await waitUntil('there is room', async () => (await health()).has_room);
    expect((await health()).state).toBe('ready');
    const users = await portal.database.kysely.selectFrom('users').select('email').execute();
    const taken = answers.flatMap(({ status }, number) =>
      status === 200 ? [`full${number}@example.ru`] : [],
    );
    expect(users.map(({ email }) => email).toSorted()).toEqual(
      ['reader@example.ru', 'before@example.ru', 'after@example.ru', ...taken].toSorted(),
    );
  },
);
