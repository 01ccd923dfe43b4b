import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';
import { rawPdf } from '../../../tests/sample/pdf.ts';
import type { BodyLimits } from '../request/context.ts';

/** A listening portal, and a doctor who uploads over a controlled connection. */
async function openLine(bodyLimits: Partial<BodyLimits>) {
  const portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, bodyLimits });
  onTestFinished(() => portal.close());
  const address = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }));
  const doctor = await addPerson(portal, 'doctor', { email: 'slow@example.ru' });
  const browser = await withSession(portal, doctor);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const used: Socket[] = [];
  /** Server sides of the connections. */
  const served: Socket[] = [];
  portal.app.server.on('connection', (socket) => served.push(socket));
  onTestFinished(() => used.forEach((socket) => socket.destroy()));
  return {
    portal,
    served,
    /** Starts a request; the test sends the rest. */
    begin(path: string, type: string, length: number) {
      const socket = connect(Number(address.port), '127.0.0.1');
      used.push(socket);
      let received = '';
      socket.on('data', (bytes) => (received += String(bytes)));
      socket.on('error', () => undefined);
      const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${address.host}\r\nOrigin: ${portal.settings.SITE_URL}\r\nCookie: ${cookie}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
      );
      const answered = async () => {
        await waitUntil('the answer comes', () => received.includes('\r\n\r\n'));
        return Number(received.split(' ')[1]);
      };
      return { socket, ended, answered, received: () => received };
    },
  };
}

const boundary = 'border';
const multipart = `multipart/form-data; boundary=${boundary}`;
const filler = 'x'.repeat(1000);
/** A form with a PDF of this size. */
function application(bytes: number): Buffer {
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([
    Buffer.from(field('type', 'correction') + field('text', 'Исправьте распространённость.')),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    rawPdf({ words: filler.repeat(bytes / filler.length) }),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
const path = '/api/applications';

test(`C-4 a large file over a slow connection arrives after many windows (${dialect})`, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const line = await openLine({ window: 100, leastBytes: 2000 });
  const body = application(400_000);
  const request = line.begin(path, multipart, body.length);
  const part = Math.ceil(body.length / 40);
  for (let start = 0; start < body.length; start += part) {
    request.socket.write(body.subarray(start, start + part));
    await waitUntil('the server has read the bytes', () => {
      const [socket] = line.served;
      return socket !== undefined && socket.bytesRead >= request.socket.bytesWritten;
    });
    vi.advanceTimersByTime(100);
  }
  expect(await request.answered(), request.received()).toBe(200);
  const kept = await line.portal.database.kysely.selectFrom('uploads').select('size').execute();
  expect(kept.map(({ size }) => size > 400_000)).toEqual([true]);
});

test.each([
  ['a file', path, multipart, 400_000],
  ['a form', '/api/auth/login', 'application/x-www-form-urlencoded', 2000],
  ['an unknown call', '/api/nothing', 'application/json', 2000],
])('C-4 a client that trickles %s gets an error and is disconnected', async (_, url, type, length) => {
  const line = await openLine({ window: 100, leastBytes: 2000 });
  const request = line.begin(url, type, length);
  const trickle = setInterval(() => request.socket.write('x'), 10);
  onTestFinished(() => clearInterval(trickle));
  const received = await request.ended;
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received.toLowerCase()).toContain('connection: close');
  expect(received).toContain('Запрос шёл слишком долго.');
});

test('C-4 an unread body does not hold its connection either', async () => {
  const line = await openLine({ window: 100 });
  const request = line.begin('/api/user/avatar/update', multipart, 100_000_000);
  const trickle = setInterval(() => request.socket.write('x'), 10);
  onTestFinished(() => clearInterval(trickle));
  expect(await request.ended).toMatch(/^HTTP\/1\.1 413 /);
});

test('an unauthorised large body is not read, and the response arrives nevertheless', async () => {
  const line = await openLine({ window: 60_000 });
  const request = line.begin('/api/editors/files', multipart, 500_000_000);
  expect(await request.answered()).toBe(403);
  // Sends at full speed until disconnected.
  const piece = Buffer.alloc(256 * 1024);
  const send = () => {
    while (!request.socket.destroyed && request.socket.write(piece));
  };
  request.socket.on('drain', send);
  send();
  expect(await request.ended).toContain('нет доступа');
  expect(request.socket.bytesWritten - request.socket.writableLength).toBeLessThan(16 * 2 ** 20);
});

test('C-3 of twenty large uploads a few are read; the rest wait unread or get a retry time', async () => {
  const line = await openLine({ atOnce: 4, perOwner: 4, waiting: 4, maxWaitMs: 60_000, window: 60_000 });
  const body = application(8_000_000);
  const requests = Array.from({ length: 20 }, () => line.begin(path, multipart, body.length));
  // All but the end, so that none can succeed yet.
  for (const { socket } of requests) socket.write(body.subarray(0, -2));
  const refused = await answers(requests, 12);
  for (const received of refused) {
    expect(received).toMatch(/^HTTP\/1\.1 503 /);
    expect(received.toLowerCase()).toContain('retry-after: 5');
    expect(received).toContain('Сервер сейчас перегружен');
  }
  const open = requests.filter(({ received }) => received() === '');
  expect(open).toHaveLength(8);
  // Bytes taken from the four; waiting ones are held in network buffers of some hundred kilobytes.
  const taken = () => open.map(({ socket }) => body.length - 2 - socket.writableLength);
  await waitUntil(
    'four bodies are read',
    () => taken().filter((bytes) => bytes === body.length - 2).length >= 4,
  );
  expect(taken().filter((bytes) => bytes < body.length - 2)).toHaveLength(4);
  for (const { socket } of open) socket.write(body.subarray(-2));
  expect(await Promise.all(open.map(({ answered }) => answered()))).toEqual(open.map(() => 200));
});

test('C-3 waiting too long gets a retry time, and a client that leaves frees its place', async () => {
  const line = await openLine({ atOnce: 1, waiting: 4, maxWaitMs: 200, window: 60_000 });
  // Larger than network buffers: once sent, the server is reading.
  const long = application(8_000_000);
  const first = line.begin(path, multipart, long.length);
  first.socket.write(long.subarray(0, -2));
  await waitUntil('the first body is read', () => first.socket.writableLength === 0);
  const body = application(400_000);
  const second = line.begin(path, multipart, body.length);
  expect(await second.answered()).toBe(503);
  const gone = once(line.served[0]!, 'close');
  first.socket.destroy();
  await gone;
  const third = line.begin(path, multipart, body.length);
  third.socket.write(body);
  expect(await third.answered()).toBe(200);
});

const answers = (requests: { received: () => string }[], count: number) =>
  waitUntil(`${count} answers are there`, () => {
    const received = requests
      .map((request) => request.received())
      .filter((text) => text.includes('\r\n\r\n'));
    return received.length >= count && received;
  });

test('one account uses only its own places, and others are served', async () => {
  const line = await openLine({ atOnce: 4, perOwner: 2, waiting: 4, maxWaitMs: 60_000, window: 60_000 });
  const body = application(8_000_000);
  const requests = Array.from({ length: 4 }, () => line.begin(path, multipart, body.length));
  for (const { socket } of requests) socket.write(body.subarray(0, -2));
  const unsent = () => requests.filter(({ socket }) => socket.writableLength > 0);
  await waitUntil('two bodies are read', () => unsent().length === 2);
  const other = await withSession(
    line.portal,
    await addPerson(line.portal, 'doctor', { email: 'other@example.ru' }),
  );
  const file = new File([application(400_000) as BlobPart], 'a.pdf', { type: 'application/pdf' });
  const fields = { type: 'correction', text: 'Исправьте распространённость.', files: file };
  const answers = [1, 2].map(() => other.post(path, fields, 'multipart'));
  for (const { status } of await Promise.all(answers)) expect(status).not.toBe(503);
  expect(unsent()).toHaveLength(2);
});

test('C-4 a body above the minimum in every window but slow in total is cut off', async () => {
  const line = await openLine({
    window: 100,
    leastBytes: 1,
    graceMs: 1000,
    leastBytesPerSecond: 1_000_000,
  });
  const request = line.begin(path, multipart, 8_000_000);
  const trickle = setInterval(() => request.socket.write(filler), 10);
  onTestFinished(() => clearInterval(trickle));
  expect(await request.ended).toMatch(/^HTTP\/1\.1 408 /);
});

test('an ordinary form needs no turn', async () => {
  const line = await openLine({ atOnce: 0, waiting: 0 });
  const answer = await postForm(line.portal);
  expect(answer).toBe(400);
});

async function postForm({ app, settings }: TestPortal): Promise<number> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: settings.SITE_URL, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=absent',
  });
  return response.statusCode;
}
