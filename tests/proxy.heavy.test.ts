import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { findFreePort, makeFolder, startProduct, type Product } from '../scripts/check/product.ts';
import { addSession } from './sample/people.ts';
import { waitUntil } from './sample/wait-until.ts';

const isMissing = (() => {
  if (process.env.CI) return false;
  try {
    execFileSync('sh', ['-c', 'command -v nginx && command -v openssl'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
})();

describe.skipIf(isMissing)('the portal behind deploy/nginx.conf', { timeout: 120_000 }, () => {
  let folder: string;
  let product: Product;
  let nginx: ChildProcess;
  let port: number;
  let plain: number;
  let session: string;

  beforeAll(async () => {
    folder = await makeFolder('proxy');
    port = await findFreePort();
    plain = await findFreePort();
    const portal = await findFreePort();
    const data = path.join(folder, 'data');
    const settings = {
      DATA_DIR: data,
      PORT: String(portal),
      SITE_URL: 'https://register.example',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
    };
    product = startProduct(settings, { args: ['--demo'] });
    await product.ready;
    const database = await openDatabase(readSettings({ DATA_DIR: data }));
    const editor = await database.kysely
      .selectFrom('users')
      .select('id')
      .where('type', '=', 'editor')
      .executeTakeFirstOrThrow();
    session = await addSession(database, editor);
    await database.close();
    nginx = startNginx(folder, { port, plain, portal });
    await Promise.all([accepts(port), accepts(plain)]);
  }, 300_000);
  afterAll(async () => {
    nginx?.kill('SIGQUIT');
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (place: string, more: RequestOptions = {}): Promise<IncomingMessage> => {
    const headers = { host: 'register.example', ...(more.headers as Record<string, string> | undefined) };
    const sent = request({
      host: '127.0.0.1',
      port,
      path: encodeURI(place),
      servername: 'register.example',
      // The certificate of this test.
      rejectUnauthorized: false,
      ...more,
      headers,
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };

  test('pages, lists with a query, cases and unknown addresses answer as the portal does', async () => {
    for (const [place, status] of [
      ['/', 200],
      ['/deseases/?q=гоше', 200],
      ['/cases/12/', 200],
      ['/api/health/ready', 200],
      ['/nothing/', 404],
      ['/clinics', 301],
    ] as const) {
      const answer = await ask(place);
      answer.resume();
      expect([place, answer.statusCode]).toEqual([place, status]);
    }
  });

  test('caching, compression and security headers pass', async () => {
    const page = await ask('/', { headers: { 'accept-encoding': 'br' } });
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': expect.stringContaining('must-revalidate'),
      'strict-transport-security': expect.any(String),
      'content-security-policy': expect.stringContaining("'self'"),
      vary: expect.stringContaining('Available-Dictionary'),
    });
    page.resume();
    const html = await text(await ask('/'));
    const [asset = ''] = /\/_astro\/[\w.-]+\.css/.exec(html) ?? [];
    const style = await ask(asset);
    style.resume();
    expect(style.headers['cache-control']).toContain('immutable');
  });

  test('plain HTTP leads to HTTPS', async () => {
    const answer = await fetch(`http://127.0.0.1:${plain}/drugs/`, { redirect: 'manual' });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toMatch(/^https:\/\/.*\/drugs\/$/);
  });

  test('a client cannot claim another address', async () => {
    const answer = await ask('/api/user/today', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    answer.resume();
    expect(answer.statusCode).toBe(401);
    const id = answer.headers['x-request-id'] ?? '/api/user/today';
    const line = await lineWith(String(id));
    expect(line).toContain('127.0.0.0');
    expect(line).not.toContain('203.0.113');
  });

  test('events of the publication arrive while the answer is open', async () => {
    const answer = await ask('/api/editors/publication/events', {
      headers: { cookie: `__Host-sid=${session}` },
    });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.length).toBeGreaterThan(0);
    expect(answer.complete).toBe(false);
    answer.destroy();
  });

  /** The log line of an answer, which is written after it. */
  const lineWith = (part: string): Promise<string> =>
    waitUntil(`the log has an answer to ${part}`, () =>
      product
        .output()
        .split('\n')
        .find((one) => one.includes(part) && one.includes('answered')),
    );
});

/** The shipped file with the ports, the certificate and the portal of this test. */
function startNginx(
  folder: string,
  { port, plain, portal }: Record<'port' | 'plain' | 'portal', number>,
): ChildProcess {
  const certificate = ['fullchain.pem', 'privkey.pem'].map((name) => path.join(folder, name));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ].concat(['-subj', '/CN=register.example', '-out', certificate[0]!, '-keyout', certificate[1]!]),
    { stdio: 'ignore' },
  );
  const shipped = readFileSync(path.join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:4321', `127.0.0.1:${portal}`)
    .replaceAll('/etc/letsencrypt/live/register.example', folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const main = path.join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\ndaemon off;\nworker_processes 1;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${shipped}\n}\n`,
  );
  execFileSync('nginx', ['-t', '-q', '-c', main], { stdio: 'inherit' });
  return spawn('nginx', ['-c', main], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const accepts = (port: number) =>
  waitUntil(`port ${port} accepts`, async () => {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
