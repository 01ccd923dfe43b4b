import { expect, test } from 'vitest';
import { citationsOfText, cite, numbersFor } from './citations.ts';

const sources = [{ fields: ['title', 'signs'] }, { fields: ['genes.locus'] }, { fields: ['signs'] }];

test('a field is cited by every source that names it or a part of it', () => {
  expect(numbersFor({ sources }, 'signs')).toEqual([1, 3]);
  expect(numbersFor({ sources }, 'genes')).toEqual([2]);
  expect(numbersFor({ sources }, ['genes', 'title'])).toEqual([1, 2]);
  expect(numbersFor({ sources }, 'gene')).toEqual([]);
});

test('a citation links to the list of sources; without a source there is nothing', () => {
  expect(cite({ sources }, 'genes')).toBe(
    '<sup class="citation"><a href="#source-2" aria-label="Источник 2">2</a></sup>',
  );
  expect(cite({ sources }, 'onset')).toBe('');
});

test('records on one page keep their sources apart', () =>
  expect(cite({ sources }, 'genes', 'project-7-')).toContain('href="#project-7-source-2"'));

test('a source of one paragraph is cited after it, and not at the end of the text', () => {
  const record = {
    sources: [{ fields: ['therapy'] }, { fields: ['therapy#2', 'therapy#1'] }, { fields: ['therapy#2'] }],
  };
  const { citation, paragraphs } = citationsOfText(record, 'therapy');
  const numbers = (html = '') => [...html.matchAll(/>(\d+)</g)].map(([, number]) => Number(number));
  expect(numbers(citation)).toEqual([1]);
  expect(numbers(paragraphs.get(1))).toEqual([2]);
  expect(numbers(paragraphs.get(2))).toEqual([2, 3]);
  expect(citationsOfText(record, 'about')).toEqual({ citation: '', paragraphs: new Map() });
});
