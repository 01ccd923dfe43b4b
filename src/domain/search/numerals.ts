import type { Word } from './words.ts';

const endings = new Set('го й я е му ый ой ая ое ого ому'.split(' '));

/** «1-го типа» → «1 типа». */
export const withoutOrdinalEndings = (words: readonly Word[]): Word[] =>
  words.filter(
    ({ text, start }, i) =>
      !(endings.has(text) && i > 0 && /^\d+$/.test(words[i - 1]!.text) && words[i - 1]!.end === start - 1),
  );

const ordinals = 'перв втор треть четверт пят шест седьм восьм девят десят одиннадцат двенадцат'.split(' ');
const ordinal = new RegExp(
  `^(${ordinals.join('|')})(?:ый|ой|ий|ая|ья|ого|его|ой|ей|ому|ему|ом|ем|ую|ью|ое|ье)$`,
);
const one = /^(?:один|два|три|четыре|пять|шесть|семь|восемь|девять|десять)$/;
const cardinals = 'один два три четыре пять шесть семь восемь девять десять'.split(' ');
const counted = /^(?:тип|форм|групп|степен|стади|вариант)/;

/** «Второго типа» and «тип два» → «2 типа». */
export function withNumerals(words: readonly string[]): string[] {
  return words.map((word, i) => {
    if (![words[i - 1], words[i + 1]].some((near) => near !== undefined && counted.test(near))) return word;
    const place = one.test(word)
      ? cardinals.indexOf(word)
      : ordinals.indexOf(ordinal.exec(word)?.[1] ?? 'none');
    return place < 0 ? word : String(place + 1);
  });
}
