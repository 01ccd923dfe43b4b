import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openWritableReplica } from '#data/writable-replica.ts';
import { follow } from '#data/follow.ts';
import { apiSource } from '#data/source.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { startTestPortal } from './sample/application.ts';

/** A proxy to the API that breaks the given number of connections after the request. */
async function openBadLine(port: number, breaks: number): Promise<string> {
  let left = breaks;
  const line = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (left > 0) {
      left -= 1;
      socket.once('data', () => socket.resetAndDestroy());
      return;
    }
    const api = connect(port, '127.0.0.1');
    api.on('error', () => socket.destroy());
    socket.pipe(api).pipe(socket);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void line.close());
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
}

test('a replica is completed over breaking connections', async () => {
  const portal = await startTestPortal();
  onTestFinished(() => portal.close());
  const { port } = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }));
  const copy = openWritableReplica(':memory:');
  const { changed } = await follow(copy, apiSource(await openBadLine(Number(port), 4)));
  expect(changed.size).toBeGreaterThan(0);
  expect(copy.record('disease', portal.sample.gaucher)).toMatchObject({ title: 'Болезнь Гоше' });
  expect(copy.note('navigation')).toBeDefined();
  // Terms expire by the API's clock: pages read none.
  expect(copy.note('today')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('a renamed item of a dictionary is followed, and only then', async () => {
  const portal = await startTestPortal();
  onTestFinished(() => portal.close());
  const rename = (title: string) =>
    portal.database.transaction((tx) =>
      putTerms(tx, 'therapeuticarea', [{ code: 'metabolic', title, position: 1 }]),
    );
  const copy = openWritableReplica(':memory:');
  const asked: string[] = [];
  const source = catalogueSource(portal);
  const watched = {
    ...source,
    terms(name: string) {
      asked.push(name);
      return source.terms(name);
    },
  };
  await rename('Обмен веществ');
  await follow(copy, watched);
  expect(copy.term('therapeuticarea', 'metabolic')).toBe('Обмен веществ');
  asked.length = 0;
  await follow(copy, watched);
  expect(asked).toEqual([]);
  await rename('Наследственные болезни обмена');
  await follow(copy, watched);
  expect(copy.term('therapeuticarea', 'metabolic')).toBe('Наследственные болезни обмена');
});

test('a replica that is ahead of its source follows another catalogue', async () => {
  const portal = await startTestPortal();
  onTestFinished(() => portal.close());
  const copy = openWritableReplica(':memory:');
  copy.change((write) => write.putNote('position', { seq: 1_000_000, terms: -1 }));
  await expect(follow(copy, catalogueSource(portal))).rejects.toThrow('The copy holds change 1000000');
});

test('an unreachable API is reported at once', async () => {
  await expect(follow(openWritableReplica(':memory:'), apiSource('http://127.0.0.1:1'))).rejects.toThrow(
    'fetch failed',
  );
});
