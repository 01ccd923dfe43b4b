import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';

async function openPortal(): Promise<TestPortal> {
  const portal = await startTestPortal();
  onTestFinished(() => portal.close());
  const site = path.join(portal.settings.DATA_DIR, 'site');
  await mkdir(path.join(site, 'releases/1'), { recursive: true });
  await writeFile(path.join(site, 'releases/1/index.html'), '<!doctype html><title>Главная</title>');
  return portal;
}
const publish = ({ settings }: TestPortal) =>
  symlink('releases/1', path.join(settings.DATA_DIR, 'site/current'));
const statusOf = async (portal: TestPortal, part: string) => (await portal.get(`/api/health/${part}`)).status;

test(`a process without a site is live and not ready (${dialect})`, async () => {
  const portal = await openPortal();
  expect([await statusOf(portal, 'live'), await statusOf(portal, 'ready')]).toEqual([200, 503]);
  await publish(portal);
  expect([await statusOf(portal, 'live'), await statusOf(portal, 'ready')]).toEqual([200, 200]);
});

test.each(['read', 'write'] as const)(
  `health is degraded while no task of kind %s succeeds, and still answers (${dialect})`,
  async (kind) => {
    const portal = await openPortal();
    await publish(portal);
    const health = async () => (await portal.get('/api/health')).data as { state: string; problem: string };
    expect((await health()).state).toBe('ready');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { semaphores } = portal;
    // One of each kind may belong to the monitor.
    const tasks = Array.from({ length: 40 }, () => semaphores[kind].run(() => held).catch(() => undefined));
    await waitUntil('every place is taken', async () => semaphores[kind].load.waiting > 0);
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const now = performance.now();
    clock.mockReturnValue(now + 3000);
    expect((await health()).state).toBe('ready');
    let later = now + 3000;
    // An earlier trial may still be running when the places are taken.
    await waitUntil('health is degraded', async () => {
      clock.mockReturnValue((later += 11_000));
      const { state, problem } = await health();
      return state === 'degraded' && problem.startsWith(kind === 'read' ? 'Чтение из базы' : 'Запись в базу');
    });
    const ready = kind === 'read' ? 503 : 200;
    await waitUntil(`ready answers ${ready}`, async () => (await statusOf(portal, 'ready')) === ready);
    release();
    await Promise.all(tasks);
    await waitUntil('health is ready again', async () => {
      // A refused trial is repeated after its interval.
      clock.mockReturnValue((later += 2100));
      return (await health()).state === 'ready';
    });
  },
);
