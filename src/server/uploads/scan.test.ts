import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';

/** A `clamd`: length-prefixed chunks until an empty one, then a line of response. */
async function startScanner(answer: (bytes: Buffer) => string | undefined): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      const command = 'zINSTREAM\0';
      const pieces: Buffer[] = [];
      for (let at = command.length; at + 4 <= received.length;) {
        const length = received.readUInt32BE(at);
        if (length === 0) {
          expect(received.subarray(0, command.length).toString()).toBe(command);
          const response = answer(Buffer.concat(pieces));
          return response === undefined ? socket.destroy() : socket.end(`${response}\0`);
        }
        pieces.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
      return undefined;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function send(CLAMAV: string, content: string) {
  const portal = await startTestPortal({ settings: { CAPTCHA: 'off', CLAMAV, LOG_LEVEL: 'silent' } });
  onTestFinished(() => portal.close());
  const editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  const file = new File([await simplePdf(content)], 'а.pdf');
  const { status, errors } = await editor.post('/api/editors/files', { file, title: 'А' }, 'multipart');
  return { status, message: errors?.[0]?.message, field: errors?.[0]?.customData?.field };
}

const looking = (bytes: Buffer) =>
  bytes.includes('test-virus') && bytes.includes('%%EOF') ? 'stream: Test.Virus FOUND' : 'stream: OK';

test('V5.4.3 an infected file is rejected by name, others are accepted', async () => {
  const scanner = await startScanner(looking);
  expect((await send(scanner, 'x'.repeat(300_000))).status).toBe(200);
  expect(await send(scanner, `${'x'.repeat(300_000)} test-virus`)).toEqual({
    status: 400,
    message: expect.stringContaining('Антивирус нашёл в файле Test.Virus'),
    field: 'file',
  });
});
test.each<[string, () => Promise<string>]>([
  ['is not there', async () => '127.0.0.1:1'],
  ['hangs up', () => startScanner(() => undefined)],
  ['fails', () => startScanner(() => 'INSTREAM size limit exceeded. ERROR')],
])('V5.4.3 while the scanner %s, files are rejected', async (_, start) => {
  expect((await send(await start(), 'x')).status).toBe(503);
});
