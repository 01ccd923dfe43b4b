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

/** Names of elements in a document; what stands in quotes is no element. */
const elementsOf = (html: string) =>
  new Set(
    [...html.replace(/="[^"]*"/g, '').matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) =>
      name.toLowerCase(),
    ),
  );

test('E-1 what a person writes of themselves is kept letter for letter, and is text in their export', async () => {
  for (const [index, text] of markup.entries()) {
    // Every tenth is asked back at once, the rest is read as a whole below.
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
  // Forms end lines as letters do.
  const kept = json.applications.map(({ text }) => text.replaceAll('\r\n', '\n'));
  expect(kept.join('\n')).toBe(markup.join('\n'));
});
