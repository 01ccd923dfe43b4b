// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { fc } from '../../tests/chance.ts';
import { firstSentence, inlineHtml, isSentence, opening, renderProse } from './prose.ts';

const html = (text: string) => renderProse(text).html;

test('blank lines part paragraphs, dashes make a list, hashes a heading', () =>
  expect(html('Первый\nабзац.\n\n## Дальше\n- раз\n- два\n\n1. три\r\n\r\nКонец')).toBe(
    '<p>Первый абзац.</p><h3>Дальше</h3><ul><li>раз</li><li>два</li></ul><ol><li>три</li></ol><p>Конец</p>',
  ));

test('numbers of sources stand where their paragraph ends; a heading alone is no paragraph', () =>
  expect(
    renderProse('## Дети\n\nОдин.\n- а\n- б\n\nДва.', {
      citation: '[9]',
      paragraphs: new Map([
        [1, '[1]'],
        [2, '[2]'],
      ]),
    }).html,
  ).toBe('<h3>Дети</h3><p>Один.</p><ul><li>а</li><li>б[1]</li></ul><p>Два.[2][9]</p>'));

test.each([
  ['- Имиглюцераза\n  - 60 ЕД/кг', '<ul><li>Имиглюцераза<ul><li>60 ЕД/кг</li></ul></li></ul>'],
  ['5. пять\n6. шесть', '<ol start="5"><li>пять</li><li>шесть</li></ol>'],
  ['10^9^/л и H~2~O', '<p>10<sup>9</sup>/л и\u00a0H<sub>2</sub>O</p>'],
  ['> Слова\n>\n> ещё', '<blockquote><p>Слова</p><p>ещё</p></blockquote>'],
  ['> 38 °C', '<p>&gt; 38\u00a0°C</p>'],
  ['раз \\ два', '<p>раз<br>два</p>'],
  ['### Мелко', '<h4>Мелко</h4>'],
  [
    '![Схема "1"](/api/files/1)',
    '<p><img src="/api/files/1" alt="Схема &quot;1&quot;" loading="lazy" decoding="async"></p>',
  ],
  [
    '![чужая](https://a.example/b.png)',
    '<p>!<a href="https://a.example/b.png" rel="noopener noreferrer">чужая</a></p>',
  ],
])('A1 %j is shown as %s', (text, shown) => expect(html(text)).toBe(shown));

test('headings of an article begin at the second level and have anchors for the list of contents', () => {
  const article = renderProse('# Цели\n\nТекст\n\n## Как *мы* работаем\n\n### Мелко', { level: 2 });
  expect(article.contents).toEqual([
    { id: 'section-1', title: 'Цели' },
    { id: 'section-2', title: 'Как мы работаем' },
  ]);
  expect(article.html).toContain('<h2 id="section-1">Цели</h2>');
  expect(article.html).toContain('<h3>Мелко</h3>');
});

test('a wide table scrolls inside a region that the keyboard reaches, and a cell names its column for phones', () =>
  expect(html('| Что | Чьё |\n|---|---|\n| Коды | Orphanet |')).toBe(
    '<section class="table" data-stacks aria-label="Таблица" tabindex="0"><table><thead><tr><th scope="col">Что</th>' +
      '<th scope="col">Чьё</th></tr></thead><tbody><tr><td data-title="Что">Коды</td>' +
      '<td data-title="Чьё">Orphanet</td></tr></tbody></table></section>',
  ));

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  [
    '[сайт](https://a.ru/?a=1&b="2")',
    '<a href="https://a.ru/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer">сайт</a>',
  ],
  ['[сайт](https://a.ru/*b*/)', '<a href="https://a.ru/*b*/" rel="noopener noreferrer">сайт</a>'],
  ['[нет](/\\evil.example)', '[нет](/\\evil.example)'],
  ['[нет](javascript:alert(1))', '[нет](javascript:alert(1))'],
  ['[нет](//evil.example)', '[нет](//evil.example)'],
  ['[тут](/drugs/1/)', '<a href="/drugs/1/">тут</a>'],
  ['ген *GBA1* и **важно**', 'ген <em>GBA1</em> и\u00a0<strong>важно</strong>'],
  ['2*3*4', '2*3*4'],
])('%j becomes %s', (text, html) => expect(inlineHtml(text)).toBe(html));

test('an opening ends with a whole word', () => {
  expect(opening('Коротко.')).toBe('Коротко.');
  expect(opening('Генотип Pi*ZZ, 10^9^/л')).toBe('Генотип Pi*ZZ, 10⁹/л');
  expect(opening('слово '.repeat(60), 20)).toBe('слово слово слово…');
  expect(opening('а'.repeat(500), 20).length).toBeLessThanOrEqual(20);
});

/** Texts as trees of what it may hold, and of what it may not. */
const { tree } = fc.letrec<{ tree: string; words: string; block: string; inline: string }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6 }, tie('words'), tie('inline'), tie('block')),
  words: fc.string({ unit: 'grapheme', maxLength: 10 }),
  inline: fc
    .tuple(
      tie('tree'),
      fc.constantFrom(
        '//evil.example',
        'javascript:alert(1)',
        'JaVaScRiPt&colon;x',
        'https://a.example',
        '/a/',
      ),
      fc.constantFrom<(words: string, address: string) => string>(
        (words, address) => `[${words}](${address})`,
        (words, address) => `<a href="${address}" onclick="x()">${words}</a>`,
        (words, address) => `![${words}](${address})`,
        (words, address) => `<${address}>${words}`,
        (words) => `**${words}**`,
        (words) => `<svg onload=x()>${words}</svg>`,
      ),
    )
    .map(([words, address, write]) => write(words, address)),
  block: fc
    .tuple(
      tie('tree'),
      tie('tree'),
      fc.constantFrom('\n\n', '\n- ', '\n> ', '\n| ', '\n## ', '\n```\n', '\n<script>\n'),
    )
    .map(([one, other, between]) => one + between + other),
}));

test('E-2 whatever an editor writes, its page holds nothing that runs and no link in disguise', () => {
  fc.assert(
    fc.property(tree, (text) => {
      const page = document.createElement('div');
      page.innerHTML = html(text);
      expect(page.querySelector('script, style, iframe, object, embed, form, input, svg, base')).toBeNull();
      for (const element of page.querySelectorAll('*'))
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on|^style$|^srcdoc$/);
          if (name !== 'href' && name !== 'src') continue;
          expect(value).toMatch(/^(?:https?:|mailto:|tel:|#|[/?]|[^:]*$)/i);
          if (!/^\w+:/.test(value))
            expect(new URL(value, 'https://register.example/page/a/').host).toBe('register.example');
        }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['Первый шаг — креатинкиназа. Второй — ген.', 'Первый шаг — креатинкиназа.'],
  ['**Терапия** раз в 2.5 недели, т. е. редко. Ещё.', '**Терапия** раз в 2.5 недели, т. е. редко.'],
  ['## Шаги\nБез точки', 'Шаги\nБез точки'],
])('the first sentence of %j', (text, first) => expect(firstSentence(text)).toBe(first));

test('one short paragraph needs no section of its own', () => {
  expect(isSentence('Анализ гена FGFR3.')).toBe(true);
  expect(isSentence('Раз.\n\nДва.')).toBe(false);
  expect(isSentence('а'.repeat(201))).toBe(false);
  expect(isSentence(undefined)).toBe(false);
});
