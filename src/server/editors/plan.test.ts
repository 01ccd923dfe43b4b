import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, openBrowser, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let editor: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'plan@example.ru' }));
});
afterAll(() => portal.close());

test(`editors see scheduled publications and reviews by month (${dialect})`, async () => {
  const { gaucher, fabry } = portal.sample;
  const year = new Date().getFullYear() + 2;
  const month = `${year}-03`;
  const publishAt = `${month}-10T07:30:00.000Z`;
  const planned = await editor.post(`/api/editors/records/${gaucher}/schedule`, {
    action: 'unpublish',
    due_at: publishAt,
    reason: 'Проверка',
  });
  expect(planned.errors).toBeUndefined();
  await portal.database.transaction((tx) =>
    tx
      .updateTable('records')
      .set({ review_due: `${month}-31` })
      .where('id', '=', fabry)
      .execute(),
  );
  const plan = (await editor.get(`/api/editors/plan?month=${month}`)).data;
  expect(plan).toMatchObject({
    total: 2,
    items: [
      { at: publishAt, action: 'unpublish', record: { id: gaucher, kind: 'disease' } },
      { at: `${month}-31`, action: 'review', record: { id: fabry } },
    ],
  });
  expect((await editor.get(`/api/editors/plan?month=${year}-05`)).data).toEqual({ items: [], total: 0 });
  expect((await editor.get(`/api/editors/plan?month=${year}-13`)).status).toBe(400);
  expect((await openBrowser(portal).get(`/api/editors/plan?month=${month}`)).status).toBe(401);
});
