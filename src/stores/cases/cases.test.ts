import { describe, expect, test } from 'vitest';
import { passagesOf } from '#contract/forms/case-texts.ts';
import { differences } from '../draft.ts';
import { emptyContent, isSameContent } from './content.ts';
import { replaced } from './findings.ts';

describe('two versions of a case', () => {
  const one = { ...emptyContent(), title: 'Случай', complaint: 'Слабость' };
  test('differ in the sections that say something else', () => {
    expect(differences(one, { ...one, complaint: 'Боль', sex: 'male' })).toEqual(['sex', 'complaint']);
  });
  test('are the same whatever the order of their keys', () => {
    const step = { kind: 'symptom', when: 'в 3 года', title: 'Падает', text: '' } as const;
    const turned = Object.fromEntries(Object.entries(step).toReversed()) as typeof step;
    expect(isSameContent({ ...one, timeline: [step] }, { ...one, timeline: [turned] })).toBe(true);
  });
});

test('every text that readers see is looked at, the names of authors in references are not', () => {
  const content = {
    ...emptyContent(),
    title: 'Случай',
    timeline: [{ kind: 'symptom' as const, when: 'в 3 года', title: 'Падает', text: 'Не бегает' }],
    references: ['Иванов И. И. Случай, 2019'],
    keywords: ['миопатия'],
  };
  expect(passagesOf(content).map(({ path }) => path)).toEqual([
    'title',
    'timeline.0.when',
    'timeline.0.title',
    'timeline.0.text',
    'keywords.0',
  ]);
});

test.each([
  ['Пациентка Иванова А. П., 34 лет', 'Иванова А. П.', '', 'Пациентка, 34 лет'],
  ['Тел. 8-903-555-01-77 матери', '8-903-555-01-77', '', 'Тел. матери'],
  ['Мать, Ирина Сергеевна, здорова.', 'Ирина Сергеевна', '', 'Мать, здорова.'],
  ['Осмотрена 14.02.2020 дома', '14.02.2020', 'через 3 месяца', 'Осмотрена через 3 месяца дома'],
])('«%s» without «%s» reads well', (text, words, replacement, expected) => {
  const start = text.indexOf(words);
  const finding = { kind: 'name' as const, start, end: start + words.length, words, suggestions: [] };
  expect(replaced(text, finding, replacement)).toBe(expected);
});
