import { isSmallWord } from './record.ts';

/** Label, price list and prescription words beside a drug name, which never change the answer. */
const units = new Set(
  'мг мкг мл г гр кг л ме ед ки мбк ммоль mg mcg ml kg iu шт таб тб табл капс амп фл уп доз доза дозы'.split(
    ' ',
  ),
);

const others = new Set(
  `таблетка таблетки таблеток таблетках капсула капсулы капсул капсулах ампула ампулы ампул ампулах флакон флакона флаконы
  флаконов флаконе шприц шприцы шприце картридж драже саше концентрат концентрата лиофилизат лиофилизата порошок порошка
  раствор раствора растворитель суспензия суспензии эмульсия сироп капли мазь гель крем спрей аэрозоль гранулы инъекция
  инъекции инъекций инфузия инфузии инфузий внутривенно внутривенного внутривенные подкожно подкожного внутримышечно
  внутримышечного интратекально интратекального введение введения прием приема внутрь покрытые пленочной оболочкой
  кишечнорастворимые диспергируемые жевательные пролонгированного дозировка дозировки упаковка упаковки купить цена цены
  ценой стоимость стоит аптека аптеке аптеки аптеках наличие наличии заказать заказ доставка доставкой дешево недорого
  инструкция инструкции применение применению отзывы отзыв аналог аналоги рубль рублей руб телефон телефоны адрес сайт
  контакты`.split(/\s+/),
);

/** Latin of prescriptions, only with a dose or after «Rp»: not «синдром CAPS». */
const recipe = new Set(
  'rp tab tabl caps sol susp pulv liof ung amp flac dtd da signa inj per os pro'.split(' '),
);

const number = /^\d+$/;
const withUnit = /^\d+(\p{L}+)$/u;

/** Whether a text ends with label words, so that a number after it is a pack size. */
const endsInLabel = (text: string): boolean => {
  const word = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u.exec(text.toLowerCase())?.[0] ?? '';
  return units.has(word) || others.has(word) || units.has(withUnit.exec(word)?.[1] ?? '');
};

/** Removes percentages and pack sizes; «0,5» is one number, «лица № 5» a name. */
export function withoutCounts(query: string): string {
  const rest = query
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/№\s?\d{1,4}/g, (count, at: number, text: string) =>
      endsInLabel(text.slice(0, at)) ? ' ' : count,
    )
    .replace(/(?<![\d.])\d{1,4}(?:\.\d{1,3})?\s?%/g, ' ');
  return rest.trim() === '' ? query : rest;
}

/** Removes label words, unless there are no others. */
export function withoutLabel(words: readonly string[]): string[] {
  const isUnit = (word: string | undefined) => word !== undefined && units.has(word);
  const isLabel = words.map((word) => isUnit(word) || isUnit(withUnit.exec(word)?.[1]) || others.has(word));
  if (words.includes('rp') || isLabel.some(Boolean))
    words.forEach((word, i) => (isLabel[i] ||= recipe.has(word)));
  // The last unit may be incomplete.
  for (let i = words.length - 2; i >= 0; i--) {
    const next = words[i + 1]!;
    const isBegun = i === words.length - 2 && [...units].some((unit) => unit.startsWith(next));
    if (!number.test(words[i]!)) continue;
    if (isUnit(next)) isLabel[i] = true;
    else if (isBegun && i > 0) isLabel[i] = isLabel[i + 1] = true;
  }
  const rest = words.filter((_, i) => !isLabel[i]);
  if (rest.length === words.length) return rest;
  while (rest.length > 1 && isSmallWord(rest.at(-1)!)) rest.pop();
  return rest.length > 0 ? rest : [...words];
}
