import { expect, test } from 'vitest';
import { measuredOf, readPasted, treatmentStart } from './series.ts';

test('two spreadsheet columns become points; unreadable lines are named', () => {
  const text = 'Возраст\tРост\r\n3,5\t98,5\r\n4 г. 2 мес.;101.2\r\n12.03.2019\t104\r\n\r\n5\t—\n6\t110\t\n';
  const { points, wrong } = readPasted(text);
  expect(points).toEqual([
    { age: '3 г. 6 мес.', value: '98,5' },
    { age: '4 г. 2 мес.', value: '101.2' },
    { age: '6 лет', value: '110' },
  ]);
  expect(wrong.map(({ line }) => line)).toEqual([1, 4, 6]);
  expect(wrong[1]).toMatchObject({ text: '12.03.2019\t104', message: expect.stringContaining('не дату') });
  expect(readPasted('1\t2\n2\t3', 1)).toMatchObject({ points: [{}], wrong: [{ line: 2 }] });
});

test('incomplete rows are not drawn', () => {
  const points = [
    { age: '5', value: '105' },
    { age: '', value: '' },
    { age: '4', value: '99,5' },
  ];
  expect(measuredOf({ points })).toEqual([
    { months: 48, value: 99.5 },
    { months: 60, value: 105 },
  ]);
});

test('the start of treatment is the first age of the timeline', () => {
  const step = (kind: string, when: string) => ({ kind, when });
  expect(treatmentStart([step('diagnosis', 'в 4 года'), step('therapy', 'в 5 лет')])).toBe(60);
  expect(treatmentStart([step('therapy', 'через 2 месяца'), step('therapy', 'с 2 лет')])).toBe(24);
  expect(treatmentStart([step('therapy', 'сразу')])).toBeUndefined();
});
