import { expect, test } from 'vitest';
import { numberedInOrder } from './references.ts';

const cite = (...numbers: number[]) =>
  `<sup class="citation">${numbers.map((number) => `<a href="#source-${number}" aria-label="Источник ${number}">${number}</a>`).join(', ')}</sup>`;
const list = (...words: string[]) =>
  `<ol>${words.map((word, at) => `<li id="source-${at + 1}">${word}</li>`).join('')}</ol>`;

test('the first cited source is number 1', () => {
  expect(
    numberedInOrder(`<h1>Болезнь${cite(3)}</h1><p>Это${cite(1, 3)}</p>${list('первый', 'никто', 'третий')}`),
  ).toBe(`<h1>Болезнь${cite(1)}</h1><p>Это${cite(1, 2)}</p>${list('третий', 'первый', 'никто')}`);
});

test('numbers of records that share a page, and a page in order, do not change', () => {
  const shared = `<p><sup class="citation"><a href="#project-7-source-2" aria-label="Источник 2">2</a></sup></p>${list('один', 'два')}`;
  expect(numberedInOrder(shared)).toBe(shared);
  const ordered = `<p>${cite(1)}${cite(1, 2)}</p>${list('один', 'два')}`;
  expect(numberedInOrder(ordered)).toBe(ordered);
});

test('the sources of one citation stand in order, also where the page is in order', () => {
  const turned = `<p>${cite(2, 1)}</p>${list('один', 'два')}`;
  expect(numberedInOrder(turned)).toBe(`<p>${cite(1, 2)}</p>${list('один', 'два')}`);
  const apart = `<p>${cite(1, 2)}, ${cite(1)}</p>${list('один', 'два')}`;
  expect(numberedInOrder(apart)).toBe(apart);
});
