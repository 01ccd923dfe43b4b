import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { markup } from '../../tests/sample/markup.ts';
import { addPerson, withSession, type Browser } from '../../tests/sample/people.ts';

let portal: TestPortal;
let doctor: Browser;
beforeAll(async () => {
  portal = await startTestPortal();
  doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'doctor@example.ru' }));
});
afterAll(() => portal.close());

/** Element names of a document, ignoring quoted text. */
const elementsOf = (html: string) =>
  new Set(
    [...html.replace(/="[^"]*"/g, '').matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) =>
      name.toLowerCase(),
    ),
  );

test('E-1 personal text is stored literally and escaped in the export', async () => {
  for (const [index, text] of markup.entries()) {
    // Every tenth is read back at once, the rest below.
    if (index % 10 > 0) continue;
    const fields = { last_name: 'О’Нил', name: 'Анна', second_name: '-', city: text, med: `${text} «№ 1»` };
    expect((await doctor.post('/api/doctor/update', fields, 'json')).status, text).toBe(200);
    const { city, med } = (await doctor.get('/api/user')).data;
    expect([city, med]).toEqual([fields.city, fields.med]);
    expect((await doctor.post('/api/doctor/update', { ...fields, name: text }, 'json')).status).toBe(400);
  }
  for (let start = 0; start < markup.length; start += 100)
    expect(
      (
        await doctor.post(
          '/api/applications',
          { type: 'partnership', text: markup.slice(start, start + 100).join('\n') },
          'multipart',
        )
      ).status,
    ).toBe(200);
  const html = (await doctor.get('/api/user/export?format=html')).text;
  expect(elementsOf(html)).toEqual(
    new Set(['html', 'meta', 'title', 'h1', 'h2', 'table', 'thead', 'tr', 'th', 'tbody', 'td', 'p']),
  );
  const json = JSON.parse((await doctor.get('/api/user/export?format=json')).text) as {
    applications: { text: string }[];
  };
  // Forms use CRLF.
  const kept = json.applications.map(({ text }) => text.replaceAll('\r\n', '\n'));
  expect(kept.join('\n')).toBe(markup.join('\n'));
});
