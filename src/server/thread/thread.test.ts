import { expect, test } from 'vitest';
import { inThread } from './thread.ts';

/** A task with a wrong argument: its error ends the thread. */
const crash = (owner: string) => inThread(owner, 'readNote', null as unknown as string);
const look = (owner: string) => inThread(owner, 'findPersonalData', ['Пациент Иванов Иван Иванович'], {});

test('a task that crashes its thread fails alone: waiting tasks run in a new one', async () => {
  const tasks = [crash('first'), crash('second'), look('first'), look('second'), look('third')];
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  for (const result of results)
    if (result.status === 'fulfilled') expect(result.value).toMatchObject([[{ kind: expect.any(String) }]]);
});

test('an owner with too many tasks is rejected, others are not', async () => {
  const tasks = Array.from({ length: 10 }, () => look('first'));
  const other = look('second');
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), 'rejected']);
  expect(results.at(-1)).toMatchObject({ reason: { status: 429, retryAfter: 5 } });
  expect(await other).toHaveLength(1);
});

test('a full queue rejects everyone', async () => {
  const tasks = Array.from({ length: 19 }, (_, index) => look(`owner ${index}`));
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual([...Array(18).fill('fulfilled'), 'rejected']);
  expect(results.at(-1)).toMatchObject({ reason: { status: 503, retryAfter: 5 } });
});
