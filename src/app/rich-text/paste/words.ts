import { counted } from '#domain/plural.ts';
import type { Left, LeftOut } from './fromHtml.ts';
import { unreadSign } from './symbolFonts.ts';

const forms: Record<Left, readonly [string, string, string]> = {
  picture: ['картинка', 'картинки', 'картинок'],
  formula: ['формула', 'формулы', 'формул'],
  struck: ['зачёркнутое место', 'зачёркнутых места', 'зачёркнутых мест'],
  embedded: ['вставка', 'вставки', 'вставок'],
  sign: ['знак особого шрифта', 'знака особого шрифта', 'знаков особого шрифта'],
};

/** Powers that a PDF or a plain copy has flattened: 10⁹/л as «109/л» or «10 9/л». */
const flattened = /(?<![\d.,])10 ?(?:3|6|9|12) ?\/ ?(?:мкл|мл|л|µl|ml|l)(?!\p{L})/iu;

/** A plain copy has lost its fonts: what was a sign of Symbol shows as nothing or as an empty box. */
const privateUse = /\p{Co}/gu;

/** Notice after pasting: «Не перенесено: 1 картинка.» Undefined when nothing was lost. */
export function pastedWords(left: LeftOut, text: string): string {
  const lost = [...left].map(([kind, count]) => counted(count, forms[kind]));
  const unread = text.match(privateUse)?.length ?? 0;
  const power = flattened.exec(text)?.[0];
  return [
    lost.length > 0 && `Не перенесено: ${lost.join(', ')}.`,
    left.has('sign') && `Там, где был такой знак, стоит «${unreadSign}»: впишите его по исходному тексту.`,
    unread > 0 && `Проверьте текст: ${counted(unread, forms.sign)} читатели не увидят.`,
    power && `Проверьте степень: «${power}» было записано без неё.`,
  ]
    .filter(Boolean)
    .join(' ');
}
