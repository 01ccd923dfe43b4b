import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpError } from '../http-error.ts';
import { makeSemaphore } from './semaphore.ts';

/** Tasks that the test ends. */
function tasksIn(semaphore: ReturnType<typeof makeSemaphore>) {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  return {
    begun,
    start: (name: number) =>
      semaphore.run(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      }),
    async endFirst() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    },
  };
}

test('tasks run in order, and one beyond the queue is refused', async () => {
  const tasks = tasksIn(makeSemaphore({ width: 2, maxQueue: 2 }));
  const results = [1, 2, 3, 4].map((name) => tasks.start(name));
  await expect(tasks.start(5)).rejects.toMatchObject({ status: 503 });
  expect(tasks.begun).toEqual([1, 2]);
  await tasks.endFirst();
  expect(tasks.begun).toEqual([1, 2, 3]);
  const late = tasks.start(6);
  for (let number = 0; number < 4; number += 1) await tasks.endFirst();
  expect(await Promise.all([...results, late])).toEqual([1, 2, 3, 4, 6]);
});

test('a failed task frees its place for the next', async () => {
  const semaphore = makeSemaphore({ width: 1, maxQueue: 5 });
  await expect(semaphore.run(() => Promise.reject(new HttpError(400, 'нет')))).rejects.toThrow('нет');
  expect(await semaphore.run(async () => 'да')).toBe('да');
});

test('the event loop serves others between two tasks', async () => {
  const semaphore = makeSemaphore({ width: 1, maxQueue: 50 });
  const order: string[] = [];
  const busy = Array.from({ length: 5 }, (_, index) =>
    semaphore.run(async () => void order.push(`task ${index}`)),
  );
  setImmediate(() => order.push('other'));
  await Promise.all(busy);
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('task 3'));
});

test('a task with too long an expected wait is refused immediately, the next in the queue never', async () => {
  const semaphore = makeSemaphore({ width: 1, maxQueue: 50, maxExpectedWaitMs: 10 });
  for (let number = 0; number < 9; number += 1) await semaphore.run(() => pause(30));
  const tasks = tasksIn(semaphore);
  expect(semaphore.refusal()).toBeUndefined();
  const running = tasks.start(1);
  expect(semaphore.refusal()).toBeUndefined();
  const next = tasks.start(2);
  expect(semaphore.refusal()).toMatchObject({ status: 503, retryAfter: expect.any(Number) });
  await expect(tasks.start(3)).rejects.toMatchObject({ status: 503 });
  expect(semaphore.load).toEqual({ running: 1, waiting: 1, refused: 2 });
  await tasks.endFirst();
  await tasks.endFirst();
  expect(await Promise.all([running, next])).toEqual([1, 2]);
});

test('one slow task, be it the first of a server, does not cause refusals of others', async () => {
  const semaphore = makeSemaphore({ width: 1, maxQueue: 50, maxExpectedWaitMs: 1000 });
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  clock.mockReturnValueOnce(0).mockReturnValueOnce(60_000);
  await semaphore.run(async () => {});
  const tasks = tasksIn(semaphore);
  const results = [1, 2, 3, 4].map((name) => tasks.start(name));
  await vi.waitUntil(() => tasks.begun.length === 1);
  for (let number = 0; number < 4; number += 1) await tasks.endFirst();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
});

test('a task that begins at the end of its maximum wait runs, and those behind it keep their places', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const tasks = tasksIn(makeSemaphore({ width: 1, maxQueue: 5, maxWaitMs: 10 }));
  const first = tasks.start(1);
  const second = tasks.start(2);
  vi.advanceTimersByTime(5);
  const third = tasks.start(3);
  await new Promise((resolve) => setImmediate(resolve));
  const ended = tasks.endFirst();
  await first;
  vi.advanceTimersByTime(5);
  await ended;
  await tasks.endFirst();
  await tasks.endFirst();
  expect(await Promise.all([second, third])).toEqual([2, 3]);
});
