import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchList } from './list.ts';

const answers: Record<string, [status: number, body: string]> = {
  '/found': [200, '{"status":"success","data":[{"id":1}]}'],
  '/empty': [200, '{"status":"success"}'],
  '/unsuccessful': [200, '{"status":"error","errors":[{"message":"Нет"}],"data":[{"id":1}]}'],
  '/broken': [500, '<h1>Ошибка</h1>'],
};
let server: Server;
let url = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, '{}'];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('B241 a list is returned when the response is a success', async () => {
  expect(await fetchList(`${url}/found`)).toEqual([{ id: 1 }]);
});

test('B211 a success without data is an empty list', async () => {
  expect(await fetchList(`${url}/empty`)).toEqual([]);
});

test.each(['/unsuccessful', '/broken', '/nowhere'])(
  'B241 %s returns nothing and does not throw',
  async (path) => {
    expect(await fetchList(url + path)).toBeUndefined();
  },
);

test('B241 without a server the result is empty and nothing is thrown', async () => {
  expect(await fetchList('http://127.0.0.1:1/found')).toBeUndefined();
});

test('an aborted request throws', async () => {
  await expect(fetchList(`${url}/found`, AbortSignal.abort())).rejects.toThrow('aborted');
});
