import { expect, test } from 'vitest';
import { serverWithPage } from '../../../tests/sample/published.ts';

const published = '<title>Сравнение — Регистр</title>';
const server = serverWithPage('compare', published);

async function open(query: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${server().url}compare/${query}`);
  return { status: response.status, html: await response.text() };
}

test.each(['', '?', '?utm_source=letter'])('«%s» is empty: the page is the static one', async (query) =>
  expect(await open(query)).toEqual({ status: 200, html: published }),
);

test.each([
  ['?id=1', 'Не получается сравнить: сравнивают заболевания или препараты'],
  ['?kind=case&id=1', 'Не получается сравнить: сравнивают заболевания или препараты'],
  ['?kind=drug&id=0', 'Не получается сравнить: номер записи указан неверно'],
  ['?kind=drug&id=1&id=2&id=3&id=4&id=5', 'Не получается сравнить: рядом помещаются 4 записи'],
  [`?kind=drug&id=1&q=${'я'.repeat(101)}`, 'Не получается искать'],
])('%s gets a message and 400', async (query, words) => {
  const { status, html } = await open(query);
  expect(status).toBe(400);
  expect(html).toContain(`<h1>${words}`);
});
