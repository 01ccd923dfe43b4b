import { expect, test } from 'vitest';
import { historyOf } from './drugHistory.ts';

const designation = {
  authority: 'FDA' as const,
  designated_at: '2006-12-20',
  designation: 'Treatment of patients with cystic fibrosis',
  sponsor: 'Vertex',
};

test('a designation that the register repeats with each approval is listed once', () => {
  const history = historyOf({
    approvals: [],
    designations: [
      { ...designation, approved_at: '2014-02-21' },
      { ...designation, approved_at: '2012-01-31' },
    ],
    registration: { state: 'registered', registered_at: '2013-05-06' },
  });
  expect(history.map(({ at, text }) => [at, text])).toEqual([
    ['2006-12-20', 'FDA: орфанный статус'],
    ['2012-01-31', 'США: FDA: одобрен'],
    ['2013-05-06', 'Зарегистрирован в России'],
    ['2014-02-21', 'США: FDA: одобрен'],
  ]);
});

test('two designations of one day stay two when they are for different diseases', () => {
  const other = { ...designation, designation: 'Treatment of another disease' };
  expect(historyOf({ approvals: [], designations: [designation, other] })).toHaveLength(2);
});

test('approvals stand in the history, once where two lists tell of the same day', () => {
  const history = historyOf({
    approvals: [
      { authority: 'FDA', approved_at: '2012-01-31', note: 'с 6 лет' },
      { authority: 'EMA', approved_at: '2012-07' },
      { authority: 'Минздрав России', approved_at: '2013-05-06' },
    ],
    designations: [{ ...designation, approved_at: '2012-01-31' }],
    registration: { state: 'registered', registered_at: '2013-05-06' },
  });
  expect(history.map(({ at, text }) => `${at} ${text}`)).toEqual([
    '2006-12-20 FDA: орфанный статус',
    '2012-01-31 США: FDA: одобрен',
    '2012-07 Европейский союз: EMA: одобрен',
    '2013-05-06 Россия: Минздрав: одобрен',
  ]);
});
