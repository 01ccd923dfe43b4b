import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { dialect, testSettings } from '../../../tests/sample/database.ts';
import { fillSample } from '../../../tests/sample/catalogue.ts';
import { createApplication } from '../app/application.ts';
import { openDatabase } from './database.ts';
import { createContext } from '../request/context.ts';

test.skipIf(dialect === 'sqlite')(
  'C-2 without its database the server says so at once and lives on; when it is back, so is the server (skipped on SQLite)',
  async () => {
    const { settings, drop } = await testSettings();
    onTestFinished(drop);
    const direct = new URL(settings.DATABASE_URL ?? '');
    const held = new Set<Socket>();
    // Between server and database: what can be cut.
    const between = createServer((socket) => {
      const other = connect(Number(direct.port || 5432), direct.hostname);
      for (const [one, its] of [
        [socket, other],
        [other, socket],
      ] as const) {
        held.add(one);
        one.on('error', () => undefined).on('close', () => its.destroy());
        one.pipe(its);
      }
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    const { port } = between.address() as AddressInfo;
    const url = new URL(direct);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    const database = await openDatabase({ ...settings, DATABASE_URL: url.href });
    await fillSample(database);
    const app = createApplication(createContext({ settings, database }));
    onTestFinished(async () => {
      await app.close();
      await database.close();
      between.close();
    });
    const get = (address: string) => app.inject({ method: 'GET', url: address });
    expect((await get('/api/health')).statusCode).toBe(200);
    expect((await get('/api/navigation')).statusCode).toBe(200);

    between.close();
    for (const socket of held) socket.destroy();
    await pause(50);
    for (const address of ['/api/health', '/api/diseases/filter']) {
      const answer = await get(address);
      expect([address, answer.statusCode]).toEqual([address, 503]);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json().errors[0].message).toBe('База данных сейчас недоступна. Повторите запрос позже.');
    }
    // Known answers are given all the same.
    expect((await get('/api/navigation')).statusCode).toBe(200);

    between.listen(port, '127.0.0.1');
    await once(between, 'listening');
    expect((await get('/api/health')).statusCode).toBe(200);
    expect((await get('/api/diseases/filter')).statusCode).toBe(200);
  },
);
