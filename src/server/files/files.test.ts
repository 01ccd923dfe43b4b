import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Pdf from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, openBrowser, withSession, type Browser } from '../../../tests/sample/people.ts';
import { writeRecord } from '../catalogue/store.ts';
import { createUploads } from '../uploads/uploads.ts';
import { rawPdf } from '../../../tests/sample/pdf.ts';

let portal: TestPortal;
let editor: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  // Files are part of the site, which needs a release.
  const release = path.join(portal.settings.DATA_DIR, 'site/releases/1');
  await mkdir(release, { recursive: true });
  await writeFile(path.join(release, 'release.json'), JSON.stringify({ csp: { scripts: [], styles: [] } }));
  await symlink('releases/1', path.join(portal.settings.DATA_DIR, 'site/current'));
});
afterAll(() => portal.close());

async function pdf(options: ConstructorParameters<typeof Pdf>[0] = {}): Promise<Buffer> {
  const document = new Pdf({ pdfVersion: '1.5', ...options });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const over = new Promise((resolve) => document.on('end', resolve));
  document.text('Orphan diseases');
  document.end();
  await over;
  return Buffer.concat(parts);
}

test.each([
  ['a program', rawPdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), 'программа'],
  [
    'nothing but beginnings',
    Buffer.from(`%PDF-1.7\n${'1 0 obj stream\n'.repeat(140_000)}\n%%EOF`),
    'разобрать',
  ],
  ['a protection', await pdf({ ownerPassword: 'secret', permissions: {} }), 'зашифрован'],
])('E-6 a document with %s is rejected with a reason', async (_, bytes, reason) => {
  const file = new File([new Uint8Array(bytes)], 'а.pdf');
  const answer = await editor.post('/api/editors/files', { file, title: 'А' }, 'multipart');
  expect([answer.status, answer.errors[0]?.message]).toEqual([400, expect.stringContaining(reason)]);
});

test(`a file is uploaded, used by a record and a menu, and deleted only when unused (${dialect})`, async () => {
  const bytes = await pdf();
  const file = new File([new Uint8Array(bytes)], 'Памятка.pdf', { type: 'application/pdf' });
  const added = await editor.post('/api/editors/files', { file, title: 'Памятка' }, 'multipart');
  expect(added.data).toMatchObject({ name: 'Памятка.pdf', uses: [] });
  const { id, url } = added.data;
  const read = await openBrowser(portal).get(url);
  expect(url).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/);
  expect([read.status, read.headers['content-type']]).toEqual([200, 'application/pdf']);
  await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'disease',
      id: portal.sample.gaucher,
      fields: { about: `[Памятка](${url}) и [другая](${url.replace('.pdf', '0.pdf')})` },
      origins: 'editor',
      author: 'test',
    }),
  );
  const items = JSON.stringify([{ title: 'Памятка', url }]);
  await editor.post('/api/editors/navigation/policy', { items });
  const [shown] = (await editor.get('/api/editors/files')).data.items;
  expect(shown.uses).toEqual([
    { record: portal.sample.gaucher, title: expect.any(String) },
    { record: null, title: 'Меню: Памятка' },
  ]);
  const remove = () => editor.post(`/api/editors/files/${id}/remove`, {});
  const refused = await remove();
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('Меню: Памятка'),
  ]);
  await createUploads(portal).sweep();
  expect((await openBrowser(portal).get(url)).status).toBe(200);
  await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'disease',
      id: portal.sample.gaucher,
      fields: { about: 'Без памятки' },
      origins: 'editor',
      author: 'test',
    }),
  );
  await editor.post('/api/editors/navigation/policy', { items: '[]' });
  expect((await remove()).status).toBe(200);
  expect((await openBrowser(portal).get(url)).status).toBe(404);
});

test('a file is not found by counting ids', async () => {
  const file = new File([new Uint8Array(await pdf())], 'Под эмбарго.pdf');
  const { id, url } = (await editor.post('/api/editors/files', { file, title: 'Под эмбарго' }, 'multipart'))
    .data;
  expect(url).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/);
  const reader = openBrowser(portal);
  const statuses = [`/api/files/${id}`, `/api/files/${'0'.repeat(48)}`, url].map(
    async (address) => (await reader.get(address)).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
});

const picture = async (colour: string) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 1200, height: 600, channels: 3, background: colour } })
          .png()
          .toBuffer(),
      ),
    ],
    'Схема.png',
  );
const addPicture = async (colour: string) =>
  (await editor.post('/api/editors/files', { file: await picture(colour), title: 'Схема' }, 'multipart'))
    .data;

test(`a cropped picture is a new picture, found in the library by address (${dialect})`, async () => {
  const whole = await addPicture('#123456');
  const cut = await editor.post(`/api/editors/files/${whole.id}/crop`, {
    left: '0.25',
    top: '0',
    width: '0.5',
    height: '0.5',
  });
  expect(cut.data).toMatchObject({ title: 'Схема (фрагмент)' });
  expect(cut.data.picture).toMatch(/^\/media\/[0-9a-f]{16}-600x300\.webp$/);
  const hash = /[0-9a-f]{16}/.exec(cut.data.picture)?.[0];
  const { items } = (await editor.get(`/api/editors/files?of=pictures&hash=${hash}`)).data;
  expect(items.map(({ id }: { id: number }) => id)).toEqual([cut.data.id]);
  const tooLarge = await editor.post(`/api/editors/files/${whole.id}/crop`, {
    left: '0',
    top: '0',
    width: '2',
    height: '1',
  });
  expect([tooLarge.status, tooLarge.errors[0]?.customData?.field]).toEqual([400, 'width']);
});

test('A13 an unknown address of /media/ is rejected, and a used picture is not deleted', async () => {
  const { id, picture: src } = await addPicture('#654321');
  const problemAt = async (address: string) => {
    const fields = { title: 'Новость', date: '2026-11-20', picture: { src: address, alt: 'Схема' } };
    const { data } = await editor.post('/api/editors/records', {
      kind: 'news',
      fields: JSON.stringify(fields),
    });
    const published = await editor.post(`/api/editors/records/${data.id}/publish`, {
      reason: 'Проверка',
      expected_version: '0',
    });
    return published.errors?.[0]?.message;
  };
  expect(await problemAt(src)).toBeUndefined();
  expect(await problemAt(`${src}#right-top`)).toBeUndefined();
  expect(await problemAt(src.replace('1200x600', '1200x601'))).toContain('Картинки по адресу');
  expect((await editor.post(`/api/editors/files/${id}/remove`, {})).status).toBe(409);
});

/** A distinct document: equal bytes have one address. */
const addDocument = async (title: string) => {
  const bytes = await pdf({ info: { Title: title } });
  const file = new File([new Uint8Array(bytes)], `${title}.pdf`);
  return (await editor.post('/api/editors/files', { file, title }, 'multipart')).data;
};

test('a document cannot be cropped', async () => {
  const { id } = await addDocument('Не картинка');
  const part = { left: '0', top: '0', width: '0.5', height: '0.5' };
  const cut = await editor.post(`/api/editors/files/${id}/crop`, part);
  expect([cut.status, cut.errors[0]?.message]).toEqual([409, 'Обрезать можно только картинку.']);
});

test('a link to a document on the server only, or to none, blocks publication', async () => {
  const { id, url } = await addDocument('Порядок');
  const problemAt = async (address: string) => {
    const fields = { title: 'Новость', date: '2026-11-20', body: `Читайте [порядок](${address}).` };
    const { data } = await editor.post('/api/editors/records', {
      kind: 'news',
      fields: JSON.stringify(fields),
    });
    const published = await editor.post(`/api/editors/records/${data.id}/publish`, {
      reason: 'Проверка',
      expected_version: '0',
    });
    return published.errors?.[0]?.message;
  };
  expect(await problemAt(url)).toBeUndefined();
  expect(await problemAt(`/api/files/${id}`)).toContain('только пока работает сервер');
  expect(await problemAt('/media/0123456789abcdef.pdf')).toContain('Файла по адресу');
  expect((await editor.post(`/api/editors/files/${id}/remove`, {})).status).toBe(409);
});

test.each([
  ['page.html', '<!doctype html><script>alert(1)</script>'],
  ['run.pdf', 'MZ\u0090'],
])('%s is rejected by content', async (name, content) => {
  const answer = await editor.post(
    '/api/editors/files',
    { file: new File([content], name), title: 'Нет' },
    'multipart',
  );
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, 'file']);
});

test('a file of more than 20 MB is refused', async () => {
  const file = new File([new Uint8Array(await pdf()), new Uint8Array(20 * 2 ** 20)], 'большой.pdf');
  const answer = await editor.post('/api/editors/files', { file, title: 'Большой' }, 'multipart');
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, 'file']);
});
