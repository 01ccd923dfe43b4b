import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpError } from '../http-error.ts';
import { makeSemaphore } from './semaphore.ts';

/** Actions that end when they are told to. */
function actions(lane: ReturnType<typeof makeSemaphore>) {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  return {
    begun,
    start: (name: number) =>
      lane.run(async () => {
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

test('questions take turns in their order, and one too many is told to come back', async () => {
  const work = actions(makeSemaphore({ width: 2, maxQueue: 2 }));
  const answers = [1, 2, 3, 4].map((name) => work.start(name));
  await expect(work.start(5)).rejects.toMatchObject({ status: 503 });
  expect(work.begun).toEqual([1, 2]);
  await work.endFirst();
  expect(work.begun).toEqual([1, 2, 3]);
  const late = work.start(6);
  await work.endFirst();
  await work.endFirst();
  await work.endFirst();
  await work.endFirst();
  expect(await Promise.all([...answers, late])).toEqual([1, 2, 3, 4, 6]);
});

test('an action that fails leaves its place to the next', async () => {
  const lane = makeSemaphore({ width: 1, maxQueue: 5 });
  await expect(lane.run(() => Promise.reject(new HttpError(400, 'нет')))).rejects.toThrow('нет');
  expect(await lane.run(async () => 'да')).toBe('да');
});

test('between two turns the event loop is free for others', async () => {
  const lane = makeSemaphore({ width: 1, maxQueue: 50 });
  const order: string[] = [];
  const busy = Array.from({ length: 5 }, (_, index) =>
    lane.run(async () => void order.push(`deed ${index}`)),
  );
  setImmediate(() => order.push('other'));
  await Promise.all(busy);
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('deed 3'));
});

test('a turn that comes when the waiting would have ended is taken, and those behind it keep theirs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = makeSemaphore({ width: 1, maxQueue: 5, patience: 10 });
  const work = actions(semaphore);
  const first = work.start(1);
  const second = work.start(2);
  vi.advanceTimersByTime(5);
  const third = work.start(3);
  await new Promise((resolve) => setImmediate(resolve));
  const ended = work.endFirst();
  await first;
  vi.advanceTimersByTime(5);
  await ended;
  await work.endFirst();
  await work.endFirst();
  expect(await Promise.all([second, third])).toEqual([2, 3]);
});
