import { expect, test } from 'vitest';
import { finishPage, mark, markParts } from './fragments.ts';

const cite = (number: number) =>
  `<sup class="citation"><a href="#source-${number}" aria-label="Источник ${number}">${number}</a></sup>`;
const list = '<ol><li id="source-1">первый</li><li id="source-2">второй</li></ol>';
const finish = (page: string) => finishPage(Buffer.from(page)).toString();

test('fragments stand where they were marked, and what cites sources is numbered with its page', () => {
  markParts();
  const inner = mark('<b>Реестр</b>');
  const header = mark(`<header>${inner} орфанных болезней</header>`);
  const cited = mark(`<p>Это${cite(2)}</p>`);
  expect(finish(`${header}<p>Болезнь</p>${header}`)).toBe(
    '<header><b>Реестр</b> орфанных болезней</header><p>Болезнь</p><header><b>Реестр</b> орфанных болезней</header>',
  );
  expect(finish(`${header}${cited}<p>То${cite(1)}</p>${list}`)).toBe(
    `<header><b>Реестр</b> орфанных болезней</header><p>Это${cite(1)}</p><p>То${cite(2)}</p>` +
      '<ol><li id="source-1">второй</li><li id="source-2">первый</li></ol>',
  );
  expect(() => finish('<p>\u001a9\u001a</p>')).toThrow('a sign that HTML does not allow');
});
