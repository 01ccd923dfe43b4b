// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { plainLines } from '#domain/prose/plain.ts';
import { serializeProse } from '#domain/prose/write.ts';
import { fromHtml } from './fromHtml.ts';
import { pastedWords } from './words.ts';

const written = (html: string) => serializeProse(fromHtml(html).document);
const said = (html: string) => {
  const { document, left } = fromHtml(html);
  return pastedWords(left, plainLines(document).join('\n'));
};

/** The shapes in which the clipboards of Word, Excel, Google Docs and Sheets and viewers of PDF hold HTML. */
const word = (
  body: string,
) => `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=RU><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

test.each([
  [
    'powers and formulas of Word',
    word(
      "<p class=MsoNormal><span style='font-size:12pt'>Тромбоциты 45×10<sup>9</sup>/л,\nвода H<sub>2</sub>O, <b>p</b> &lt; 0,05<o:p></o:p></span></p>",
    ),
    'Тромбоциты 45×10^9^/л, вода H~2~O, **p** < 0,05',
  ],
  [
    'a power that Word raised by hand',
    word(
      "<p class=MsoNormal>10<span style='position:relative;top:-3.0pt;mso-text-raise:3.0pt'>9</span>/л</p>",
    ),
    '10^9^/л',
  ],
  [
    'a numbered list of Word with a deeper one',
    word(
      "<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>3.<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span><![endif]>Имиглюцераза</p>" +
        "<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>60 ЕД/кг каждые 2 недели</p>" +
        "<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span><![endif]>Миглустат</p>",
    ),
    '3. Имиглюцераза\n   - 60 ЕД/кг каждые 2 недели\n4. Миглустат',
  ],
  [
    'letters of a list of Word, which a text may refer to',
    word(
      "<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>б)<span>&nbsp;</span></span>повтор</p>",
    ),
    '- б) повтор',
  ],
  [
    'a table of Word',
    word(
      '<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Время</b></p></td><td><p class=MsoNormal><b>Что</b></p></td></tr><tr><td><p class=MsoNormal>10:00</p></td><td><p class=MsoNormal>Открытие</p><p class=MsoNormal>зал 2</p></td></tr></table>',
    ),
    '| --- | --- |\n| **Время** | **Что** |\n| 10:00 | Открытие \\ зал 2 |',
  ],
  [
    'cells of Excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0 width=192><col width=64 span=3><tr height=20><td class=xl65>Гемоглобин</td><td align=right x:num="128.5">128,5</td><td>г/л</td></tr><tr><td colspan=2>Лейкоциты, 10<font class="font6"><sup>9</sup></font><font>/л</font></td><td align=right>4,1</td></tr></table></body></html>',
    '| --- | --- | --- |\n| Гемоглобин | 128,5 | г/л |\n| Лейкоциты, 10^9^/л |  | 4,1 |',
  ],
  [
    'cells of Google Sheets that go over two rows',
    '<google-sheets-html-origin><table data-sheets-root="1"><tbody><tr><td rowspan="2">GBA1</td><td>N370S</td></tr><tr><td>L444P</td></tr></tbody></table>',
    '| --- | --- |\n| GBA1 | N370S |\n|  | L444P |',
  ],
  [
    'a text of Google Docs',
    '<meta charset=\'utf-8\'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Дозы</span></h2><p dir="ltr"><span style="font-weight:700;font-style:italic">GBA1</span><span>: 10</span><span style="font-size:0.6em;vertical-align:super;">-3</span></p><ul><li dir="ltr" aria-level="1"><p><span>раз</span></p></li><ul><li aria-level="2"><p><span>глубже</span></p></li></ul></ul><ol start="5"><li><p>пять</p></li></ol></b>',
    '## Дозы\n\n***GBA1***: 10^-3^\n\n- раз\n  - глубже\n\n5. пять',
  ],
  [
    'a page of the web',
    '<article><h1>Гоше</h1><p>См. <a href="https://www.orpha.net/">Orphanet</a> и <a href="#note1">сноску</a>.<br>Новая строка</p><blockquote><p>Цитата</p></blockquote><div>Без абзаца</div></article>',
    '## Гоше\n\nСм. [Orphanet](https://www.orpha.net/) и сноску. \\ Новая строка\n\n> Цитата\n\nБез абзаца',
  ],
  [
    'a viewer of PDF that moves a power up',
    '<div><span style="position: absolute">10</span><span style="vertical-align: 4px; font-size: 7px">9</span><span>/л</span></div>',
    '10^9^/л',
  ],
])('A2 %s keeps every value', (_, html, text) => expect(written(html)).toBe(text));

test.each([
  [
    word('<p class=MsoNormal>Схема<img width=100 src="file:///C:/clip.png"></p>'),
    'Не перенесено: 1 картинка.',
  ],
  ['<p>Доза <s>20</s> 10 мг</p>', 'Не перенесено: 1 зачёркнутое место.'],
  [
    '<p>x</p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math><iframe src="//a"></iframe>',
    'Не перенесено: 1 формула, 1 вставка.',
  ],
  ['<p>Тромбоциты 109/л</p>', 'Проверьте степень: «109/л» было записано без неё.'],
  ['<p>Тромбоциты 109 на литр</p>', ''],
])('A2 what cannot come over is named: %s', (html, words) => expect(said(html)).toBe(words));

test('A2 words that were struck out or hidden do not come back', () =>
  expect(written('<p>Доза <del>20</del> 10 мг<span style="display:none"> секрет</span></p>')).toBe(
    'Доза 10 мг',
  ));

test('A2 as plain text a power stays a power', () =>
  expect(
    plainLines(fromHtml('<p>45×10<sup>9</sup>/л, H<sub>2</sub>O, T<sub>1/2</sub></p>').document),
  ).toEqual(['45×10⁹/л, H₂O, T_(1/2)']));
