import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';
import { addUser } from '../account/users.ts';
import { createUploads, quota, type Rules, type Uploads } from './uploads.ts';

const rules: Rules = {
  owner: 'test',
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  field: 'files',
};
const pdf = await simplePdf();
const at = new Date();

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let uploads: Uploads;
let userId = 0;
beforeEach(async () => {
  database = await openTestDatabase();
  uploads = createUploads({ settings: database.settings, database });
  const user = await database.transaction((tx) =>
    addUser(tx, { type: 'doctor', email: 'files@example.ru', created_at: at.toISOString() }),
  );
  userId = user.id;
});

const fileOf = (bytes: Uint8Array, name = 'снимок.bin') => new File([new Uint8Array(bytes)], name);
const keep = (received: Awaited<ReturnType<Uploads['receive']>>) =>
  database.transaction((tx) => uploads.keep(tx, received, { userId, purpose: 'application', at }));
const onDisk = async () => {
  const root = path.join(database.settings.DATA_DIR, 'uploads');
  const folders = await readdir(root).catch(() => []);
  return (await Promise.all(folders.map((folder) => readdir(path.join(root, folder))))).flat();
};

async function picture(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  return await sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Copyright: 'канарейка-canary' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .toFormat(format)
    .toBuffer();
}

test('E-6 an animated picture keeps its first frame, and is rejected with more than ten', async () => {
  const moving = async (frames: number) => {
    const size = { width: 8, height: 8 * frames, pageHeight: 8, channels: 3 as const };
    const pixels = Buffer.from(
      Array.from({ length: 8 * 8 * frames * 3 }, (_, at) => Math.floor(at / 192) * 20),
    );
    return await sharp(pixels, { raw: size }).webp({ loop: 0 }).toBuffer();
  };
  expect((await sharp(await moving(11)).metadata()).pages).toBe(11);
  await expect(uploads.receive(fileOf(await moving(11)), rules)).rejects.toMatchObject({ status: 400 });
  expect((await uploads.receive(fileOf(await moving(10)), rules)).type).toBe('image/webp');
});

test.each(['jpeg', 'png', 'webp'] as const)(
  `E-6 a %s is stored without hidden content, and returned under its owner's file name (${dialect})`,
  async (format) => {
    const given = await picture(format);
    expect((await sharp(given).metadata()).exif).toBeDefined();
    const row = await keep(await uploads.receive(fileOf(given, '../../etc/«МРТ»:1.exe'), rules));
    const { body, ...answer } = await uploads.give(row);
    expect(answer).toMatchObject({ type: `image/${format}`, size: row.size });
    expect(answer.name).toBe(`«МРТ»1.${format === 'jpeg' ? 'jpg' : format}`);
    const bytes = await buffer(body as AsyncIterable<Uint8Array>);
    expect(bytes.length).toBe(row.size);
    const { exif, width, height } = await sharp(bytes).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 40, height: 30 });
    expect(bytes.includes('canary')).toBe(false);
  },
);

test('a clean PDF is stored byte for byte, unreadable for others on the machine', async () => {
  const row = await keep(await uploads.receive(fileOf(pdf, 'диплом.pdf'), rules));
  const place = path.join(database.settings.DATA_DIR, 'uploads', row.file.slice(0, 2), row.file);
  expect(await readFile(place)).toEqual(pdf);
  expect((await stat(place)).mode & 0o077).toBe(0);
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
test.each([
  ['SVG', svg],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;')],
  ['AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1')],
  ['ZIP', Buffer.from('PK\x03\x04')],
  ['a page before a PDF', Buffer.concat([Buffer.from('<html>'), pdf])],
  ['a PDF without its end', pdf.subarray(0, 20)],
  ['half a picture', Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1')],
  ['nothing', Buffer.alloc(0)],
])('E-6 %s is rejected whatever its name, and nothing stays on disk', async (_, bytes) => {
  await expect(uploads.receive(fileOf(bytes, 'снимок.jpg'), rules)).rejects.toMatchObject({
    status: 400,
    field: 'files',
  });
  expect(await onDisk()).toEqual([]);
});

test('E-6 a picture that is also a page is re-encoded: the page is gone', async () => {
  const polyglot = Buffer.concat([await picture('jpeg'), Buffer.from('<script>alert(1)</script>')]);
  const row = await keep(await uploads.receive(fileOf(polyglot), rules));
  const { body } = await uploads.give(row);
  const bytes = await buffer(body as AsyncIterable<Uint8Array>);
  expect(bytes.includes('<script>')).toBe(false);
});

test('E-6 a bomb of 100 megapixels is rejected before decoding', async () => {
  const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(2 ** 20);
  await expect(uploads.receive(fileOf(bomb), rules)).rejects.toThrow('25 мегапикселей');
});

test('E-6 a person has 200 MB, in a burst too', async () => {
  const received = { ...(await uploads.receive(fileOf(pdf), rules)), size: quota / 4 };
  const burst = Array.from({ length: 6 }, (_, index) =>
    keep({ ...received, file: `${received.file}${index}` }),
  );
  const results = await Promise.allSettled(burst);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});

test('orphaned bytes are deleted, except recent ones whose row may follow', async () => {
  const kept = await keep(await uploads.receive(fileOf(pdf), rules));
  const lost = await uploads.receive(fileOf(pdf), rules);
  const fresh = await uploads.receive(fileOf(pdf), rules);
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const { file } of [kept, lost]) {
    const place = path.join(database.settings.DATA_DIR, 'uploads', file.slice(0, 2), file);
    await utimes(place, yesterday, yesterday);
  }
  await uploads.sweep();
  expect((await onDisk()).toSorted()).toEqual([kept.file, fresh.file].toSorted());
  await database.transaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute());
  await uploads.sweep();
  expect(await onDisk()).toEqual([fresh.file]);
});
