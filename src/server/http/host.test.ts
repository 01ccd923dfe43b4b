import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal({
    settings: { CAPTCHA: 'off', SITE_URL: 'https://register.example', HOSTS: 'www.register.example,backend' },
  });
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => portal.close());

/** Response to raw lines. */
const send = (...lines: string[]) =>
  new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(['GET /api/page/home HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n')),
    );
    socket.on('data', (bytes) => (received += String(bytes)));
    socket.on('close', () => resolve(received));
  });

test.each([
  'register.example',
  'REGISTER.example:443',
  'www.register.example',
  'backend:4321',
  'localhost:80',
  '127.0.0.1',
  '[::1]:4321',
])('the portal answers to %s', async (host) => {
  expect(await send(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
});
test.each(['evil.example', 'register.example.evil.example', 'xregister.example'])(
  'a request for %s is rejected',
  async (host) => {
    const response = await send(`Host: ${host}`, `Origin: https://${host}`);
    expect(response).toMatch(/^HTTP\/1\.1 421 /);
    expect(response).toContain('Портал на этот адрес не отвечает.');
  },
);
test('two Host headers are rejected', async () => {
  expect(await send('Host: register.example', 'Host: evil.example')).toMatch(/^HTTP\/1\.1 400 /);
});
test('an API call in another spelling gets the closed policy', async () => {
  const headers = { host: 'register.example' };
  const usual = await portal.app.inject({ url: '/api/page/home', headers });
  const other = await portal.app.inject({ url: '/%61pi/page/home', headers });
  expect(other.headers['content-security-policy']).toBe(usual.headers['content-security-policy']);
});
