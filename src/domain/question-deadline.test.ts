import { expect, test } from 'vitest';
import { describeNotified, describeDeadline } from './question-deadline.ts';

const asked_at = '2026-11-20T09:00:00.000Z';
const due = '2026-11-22T09:00:00.000Z';

test.each([
  ['2026-11-20T10:00:00Z', null, 'info', 'Ответа ждут ещё 47 часов'],
  ['2026-11-22T08:30:00Z', null, 'info', 'Ответа ждут ещё 30 минут'],
  ['2026-11-20T10:00:00Z', '2026-11-20T09:02:10Z', 'ok', 'Первый ответ пришёл через 2 минуты'],
  ['2026-11-20T10:00:00Z', '2026-11-20T09:00:20Z', 'ok', 'Первый ответ пришёл через 1 минуту'],
  ['2026-11-22T11:00:00Z', null, 'err', 'Срок 48 часов прошёл 2 часа назад, ответа нет'],
  ['2026-12-02T09:00:00Z', null, 'err', 'Срок 48 часов прошёл 10 дней назад, ответа нет'],
  ['2026-12-02T09:00:00Z', '2026-11-20T14:00:00Z', 'ok', 'Первый ответ пришёл через 5 часов'],
  ['2026-12-02T09:00:00Z', '2026-11-27T09:00:00Z', 'ok', 'Первый ответ пришёл через 7 дней, позже срока'],
])('at %s a question answered at %s reads: %s %s', (now, answered_at, tone, text) => {
  const described = describeDeadline({ asked_at, due, answered_at }, Date.parse(now));
  expect([described.tone, described.text]).toEqual([tone, text]);
});

test('notified colleagues are counted, nearest circle first', () => {
  expect(describeNotified({ others: 3, answered: 2 })).toBe(
    'Спросили 5 врачей: 2 из тех, кто отвечал о таких случаях, 3 других специальностей.',
  );
  expect(describeNotified({ following: 1 })).toBe('Спросили 1 врача: 1 из тех, кто следит за заболеванием.');
  expect(describeNotified({})).toBe('Врачей, которых можно спросить, пока не нашлось.');
  expect(describeNotified(null)).toBe('');
});
