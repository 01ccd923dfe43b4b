import { expect, test } from 'vitest';
import { hyphenated, typeset } from './typeset.ts';

const shown = (html: string) => typeset(html).replaceAll('\u00a0', '·').replaceAll('\u00ad', '-');

test.each([
  ['<p>болезнь у детей</p>', '<p>болезнь у·детей</p>'],
  ['<p>о <a href="/x/">правах и обязанностях</a></p>', '<p>о·<a href="/x/">правах и·обязанностях</a></p>'],
  ['<td>Гиперхолестеринемия</td>', '<td>Гипер-холе-сте-рине-мия</td>'],
  ['<p>Гиперхолестеринемия</p>', '<p>Гиперхолестеринемия</p>'],
  ['<h1>Гиперхолестеринемия</h1> у всех', '<h1>Гипер-холе-сте-рине-мия</h1> у·всех'],
  ['<td>Благовещенск</td>', '<td>Благовещенск</td>'],
])('sets %s', (html, expected) => {
  expect(shown(html)).toBe(expected);
});

test.each([
  '<title>Дефицит у карнитинпальмитоилтрансферазы</title>',
  '<h2 title="у карнитинпальмитоилтрансферазы > и так" data-rule=\'{"a":"в доме"}\'>Имя</h2>',
  '<td><textarea>у карнитинпальмитоилтрансферазы</textarea></td>',
  '<td><select><option>Выбор у карнитинпальмитоилтрансферазы</option></select></td>',
  '<script type="application/ld+json">{"name":"у карнитинпальмитоилтрансферазы"}</script>',
  '<td><svg><text>у карнитинпальмитоилтрансферазы</text></svg></td>',
  '<!-- у карнитинпальмитоилтрансферазы -->',
])('leaves what a machine reads or a form sends: %s', (html) => {
  expect(typeset(html)).toBe(html);
});

test('no piece of a word is shorter than three letters, and none is lost', () => {
  for (const word of ['карнитинпальмитоилтрансферазы', 'ацетилглутаматсинтазы', 'Незарегистрированный']) {
    const pieces = hyphenated(word).split('\u00ad');
    expect(pieces.join('')).toBe(word);
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.min(...pieces.map(({ length }) => length))).toBeGreaterThan(2);
  }
});
