/**
 * Endings of Russian declensions, one a line, «-» for a zero ending, «ё» as «е». Stems alone would confuse
 * «печенье» with «печень» and «тетрадь» with «тетрада».
 */
const declensions = `- а у ом ем е ы и ов ев ей ам ами ах ым
- а ы и е у ой ою ей ею ам ами ах
- о а у ом е ам ами ах
ь я ю ем е и ей ям ями ях
й я ю ем е и ев ям ями ях
я и е ю ей ею ь й ям ями ях
ь и ью ей ям ями ях
е я ю ем и ей й ям ями ях
ый ой ий ая ое ые ого ому ым ом ую ою ых ыми их ими им ие
ий яя ее ие его ему им ем ей юю ею их ими
ий ья ье ьи ьего ьему ьим ьем ьей ью ьих ьими`
  .split('\n')
  .map((line) => new Set(line.split(' ').map((ending) => (ending === '-' ? '' : ending))));

/** Letters of a stem that may belong to the ending: «ия» and «ией». */
const maxShared = 2;

/** Whether two Russian words may be forms of one. */
export function areForms(one: string, other: string): boolean {
  if (one === other) return true;
  let common = 0;
  while (common < one.length && one[common] === other[common]) common++;
  for (let stem = common; stem >= Math.max(2, common - maxShared); stem--) {
    const [ending, otherEnding] = [one.slice(stem), other.slice(stem)];
    if (declensions.some((endings) => endings.has(ending) && endings.has(otherEnding))) return true;
  }
  return false;
}
