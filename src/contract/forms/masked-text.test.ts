import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findPersonalData } from '#domain/deidentification/detector.ts';
import { caseContent } from './cases.ts';
import { refilled, withhold } from './masked-text.ts';

const content = z.parse(caseContent, {
  title: 'Слабость в ногах',
  history: 'Кузнецова Мария Ивановна осмотрена 14.02.2020.',
  timeline: [
    { kind: 'symptom', when: '12.03.2019', title: 'Падает', text: '' },
    { kind: 'symptom', when: 'в 5 лет', title: 'Не бегает', text: 'Со слов Ивановой Анны Петровны.' },
  ],
  cleared: [
    { field: 'timeline', words: '12.03.2019' },
    { field: 'history', words: 'Сидоров Пётр' },
  ],
  references: ['Иванов И. И. Случай, 2019'],
});
const sent = withhold(content, findPersonalData);

test('personal data is sent as marks, except words cleared by the author', () => {
  expect(sent.content.history).toBe('▒имя▒ осмотрена ▒дата▒.');
  expect(sent.content.timeline.map(({ when, text }) => [when, text])).toEqual([
    ['12.03.2019', ''],
    ['в 5 лет', 'Со слов ▒имя▒.'],
  ]);
  expect(sent.content.references).toEqual(content.references);
  expect(sent.count).toBe(3);
  expect(content.history).toContain('Кузнецова');
});

test('cleared words that are no longer in the text are not sent', () => {
  expect(sent.content.cleared).toEqual([{ field: 'timeline', words: '12.03.2019' }]);
});

test('withheld words return to their places in a text edited elsewhere', () => {
  const elsewhere = { ...sent.content, history: 'В роду: ▒имя▒. Осмотр ▒дата▒, печень увеличена.' };
  const { content: filled, unlike } = refilled(elsewhere, sent);
  expect(filled.history).toBe('В роду: Кузнецова Мария Ивановна. Осмотр 14.02.2020, печень увеличена.');
  expect(filled.timeline[1]?.text).toBe('Со слов Ивановой Анны Петровны.');
  expect(unlike).toEqual([]);
});

test('a text whose marks were all replaced elsewhere stays; one that lost some is named', () => {
  const elsewhere = {
    ...sent.content,
    history: 'Пациентка осмотрена ▒дата▒.',
    timeline: [],
  };
  const { content: filled, unlike } = refilled(elsewhere, sent);
  expect(filled.history).toBe('Пациентка осмотрена ▒дата▒.');
  expect(unlike).toEqual(['history']);
});
