// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { plainLines } from '#domain/prose/plain.ts';
import { serializeProse } from '../serialize.ts';
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

/** A sign of a symbol font as Word writes «Вставка → Символ». */
const sign = (font: string, char: string) =>
  `<span style='font-family:${font};mso-ascii-font-family:"Times New Roman";mso-hansi-font-family:"Times New Roman";mso-char-type:symbol;mso-symbol-font-family:${font}'><span style='mso-char-type:symbol;mso-symbol-font-family:${font}'>${char}</span></span>`;

test.each([
  [
    'signs that Word inserted from Symbol',
    word(
      `<p class=MsoNormal>${sign('Symbol', 'a')}-, ${sign('Symbol', 'b')}- и ${sign('Symbol', 'G')}-глобулин ${sign('Symbol', '\u00b3')} 5 ${sign('Symbol', 'm')}г/л ${sign('Symbol', '\u00a3')} 9 ${sign('Symbol', '\u00b1')} 1 ${sign('Symbol', '&shy;')} ${sign('Symbol', '\u00af')} ${sign('Symbol', '\u00ae')} ${sign('Symbol', '\u00a5')}</p>`,
    ),
    'α-, β- и Γ-глобулин ≥ 5 µг/л ≤ 9 ± 1 ↑ ↓ → ∞',
  ],
  [
    'signs of Symbol that a Russian Windows decoded',
    word(`<p class=MsoNormal>${sign('Symbol', 'і')} 5, ${sign('Symbol', 'Ј')} 9, ${sign('Symbol', 'ё')}</p>`),
    '≥ 5, ≤ 9, ÷',
  ],
  [
    'letters that were set in Symbol by hand',
    word(
      `<p class=MsoNormal>TNF-<span lang=EN-US style='font-size:12.0pt;font-family:Symbol'>a</span>, <i style='font:12.0pt "Symbol"'>b</i><span style="font-family:Symbol">-D <span style='font-family:"Times New Roman",serif'>a</span></span></p>`,
    ),
    'TNF-α, *β*−Δ a',
  ],
  [
    'arrows, ticks and smileys that Word and Outlook put in for -->, :) and the like',
    word(
      `<p class=MsoNormal>${sign('Wingdings', 'à')} ${sign('Wingdings', 'ß')} ${sign('Wingdings', 'è')} ${sign('Wingdings', 'ó')} ${sign('Wingdings', 'ü')} ${sign('Wingdings', 'û')} ${sign('Wingdings', 'Ÿ')} ${sign('"Wingdings 2"', 'P')} ${sign('"Wingdings 3"', '\uf067')} ${sign('Webdings', 'a')} ${sign('"MT Extra"', 'l')} <span style='font-family:Wingdings'>J</span></p>`,
    ),
    '→ ← → ⇔ ✓ ✗ • ✓ → ✔ ℓ ☺',
  ],
  [
    'a list of Word with bullets of Symbol and Wingdings',
    word(
      ['Symbol', 'Wingdings']
        .map(
          (font) =>
            `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:${font};mso-fareast-font-family:${font};mso-bidi-font-family:${font}'><span style='mso-list:Ignore'>${font === 'Symbol' ? '·' : '§'}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${font}</p>`,
        )
        .join(''),
    ),
    '- Symbol\n- Wingdings',
  ],
  [
    'bullets of a letter that Outlook sent without its lists',
    `<div class="WordSection1"><p style="margin-left:36.0pt"><span style="font-family:Symbol">·<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;</span></span>один</p><p><span style="font-family:Wingdings">§<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;</span></span>два <font face="Symbol" size="2">³</font> 1</p></div>`,
    '\\•\u00a0один\n\n▪\u00a0два ≥ 1',
  ],
  [
    'signs of LibreOffice, by code and by letter',
    '<html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/></head><body><p style="line-height: 100%">IL-1<font face="Symbol">b</font>, <font face="Symbol, serif">\uf061\uf0b3\uf0a3\uf06d\uf0ae\uf0b7</font> <font face="Wingdings">\uf0e0\uf0fc\uf0a7</font> <span style="font-family: Symbol">\uf0ad \uf0b4 \uf0b8</span></p></body></html>',
    'IL-1β, α≥≤µ→• →✓▪ ↑ × ÷',
  ],
  [
    'cells of Excel, whose fonts are classes',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!-- .font6 {color:black; font-family:Symbol, serif; mso-font-charset:2;} .xl65, td.xl66 {mso-style-parent:style0; font-family:Wingdings;} --></style></head><body><table><tr><td>5 <font class="font6">m</font>г</td><td class=xl66>ü</td></tr></table></body></html>',
    '| --- | --- |\n| 5 µг | ✓ |',
  ],
  [
    'letters with a meaning of their own in a symbol font',
    '<p style="font-family:Symbol">Доза α 5 мг, 50 %</p><p style="font-family:Wingdings">• ≥</p>',
    'Доза α 5 мг, 50 %\n\n\\• ≥',
  ],
])('A2 %s are signs of Unicode', (_, html, text) => expect(written(html)).toBe(text));

test('A2 a sign whose font is not known is named and leaves its place marked', () => {
  const html = word(
    `<p class=MsoNormal>Доза ${sign('Webdings', 'S')} 5 мг \uf0b3 2 <span style="font-family:'Zapf Dingbats'">4</span></p>`,
  );
  expect(written(html)).toBe('Доза □ 5 мг □ 2 □');
  expect(said(html)).toBe(
    'Не перенесено: 3 знака особого шрифта. Там, где был такой знак, стоит «□»: впишите его по исходному тексту.',
  );
});

test('A2 signs of a symbol font in a plain copy are named', () =>
  expect(pastedWords(new Map(), 'Доза \uf0b3 5 \uf06dг')).toBe(
    'Проверьте текст: 2 знака особого шрифта читатели не увидят.',
  ));

test('A2 words that were struck out or hidden do not come back', () =>
  expect(written('<p>Доза <del>20</del> 10 мг<span style="display:none"> секрет</span></p>')).toBe(
    'Доза 10 мг',
  ));

test('A2 as plain text a power stays a power', () =>
  expect(
    plainLines(fromHtml('<p>45×10<sup>9</sup>/л, H<sub>2</sub>O, T<sub>1/2</sub></p>').document),
  ).toEqual(['45×10⁹/л, H₂O, T_(1/2)']));
