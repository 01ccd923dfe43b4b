import path from 'node:path';
import { access } from 'node:fs/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { startBucket, type TestBucket } from '../../../tests/sample/bucket.ts';
import { testSettings } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';
import { sweep } from '../app/sweep.ts';
import { makeBackup, restoreBackup } from '../backup/backup.ts';
import { createContext } from '../request/context.ts';

const documents = await Promise.all([0, 1, 2, 3, 4].map((number) => simplePdf(String(number))));

let bucket: TestBucket;
let portal: TestPortal;
let doctor: Browser;
beforeEach(async () => {
  bucket = await startBucket();
  portal = await startTestPortal({ settings: bucket.settings });
  onTestFinished(() => portal.close());
  doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'doctor@example.ru' }));
});

const apply = (count: number) =>
  doctor.post(
    '/api/applications',
    {
      type: 'partnership',
      text: 'Прошу рассмотреть.',
      files: Array.from(
        { length: count },
        (_, number) => new File(documents.slice(number, number + 1), `файл ${number}.pdf`),
      ),
    },
    'multipart',
  );

test('personal files are stored in the bucket of UPLOADS_URL with signed requests, byte for byte', async () => {
  const { status, data } = await apply(3);
  expect([status, data.files.length]).toEqual([200, 3]);
  expect([...bucket.objects.keys()]).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^private\/files\/[0-9a-f]{48}$/)),
  );
  for (const [number, { url }] of data.files.entries())
    expect((await doctor.get(url)).text).toBe(documents[Number(number)]?.toString());
  await expect(access(path.join(portal.settings.DATA_DIR, 'uploads'))).rejects.toThrow('ENOENT');
});

test('a failing bucket gives a message and stores nothing; a lost file is reported', async () => {
  bucket.fault.status = 403;
  const refused = await apply(1);
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    503,
    expect.stringContaining('Хранилище файлов'),
  ]);
  bucket.fault.status = 0;
  expect((await doctor.get('/api/applications')).data).toEqual([]);
  const { data } = await apply(1);
  bucket.objects.clear();
  expect((await doctor.get(data.files[0].url)).status).toBe(404);
});

test('orphaned files are deleted from the bucket, foreign ones are not', async () => {
  await apply(3);
  const old = { bytes: Buffer.from('x'), at: new Date(0) };
  bucket.objects.set(`private/files/${'a'.repeat(48)}`, old);
  bucket.objects.set('private/files/чужое.txt', old);
  bucket.objects.set(`site/${'b'.repeat(48)}`, old);
  for (const [key, object] of bucket.objects) if (!key.includes('ж')) object.at = new Date(0);
  await sweep(createContext({ settings: portal.settings, database: portal.database }));
  expect(bucket.objects.size).toBe(5);
  expect(bucket.objects.has(`private/files/${'a'.repeat(48)}`)).toBe(false);
});

test("B-8 a backup includes the bucket's files and is restored into another, or a folder", async () => {
  const { data } = await apply(3);
  const file = path.join(portal.settings.DATA_DIR, 'bucket.backup');
  const { uploads } = await makeBackup(portal.settings, file);
  expect(uploads).toBe(3);
  await expect(restoreBackup(portal.settings, file)).rejects.toThrow('UPLOADS_URL');

  const other = await startBucket();
  for (const more of [other.settings, {}]) {
    const { settings, drop } = await testSettings(more);
    onTestFinished(drop);
    expect(await restoreBackup(settings, file)).toBe(uploads);
  }
  expect([...other.objects].map(([key, { bytes }]) => [key, bytes])).toEqual(
    [...bucket.objects].map(([key, { bytes }]) => [key, bytes]).toSorted(),
  );
  expect(data.files).toHaveLength(3);
});
