const latinOf: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm',
  н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch',
  ъ: 'ie', ы: 'y', ь: '', э: 'e', ю: 'iu', я: 'ia',
}; // prettier-ignore

/** Transliteration of passports (ICAO Doc 9303). */
export const toLatin = (text: string): string =>
  text.replace(/[а-яё]/gi, (letter) => {
    const latin = latinOf[letter.toLowerCase()]!;
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });

/** Longer spellings first: «shch» is one letter. */
const spellings: readonly (readonly [latin: string, russian: string])[] = [
  ['shch', 'щ'], ['sch', 'щ'], ['sh', 'ш'], ['ch', 'ч'], ['zh', 'ж'], ['kh', 'х'], ['ts', 'ц'], ['ph', 'ф'], ['th', 'т'],
  ['ck', 'к'], ['iya', 'ия'], ['iia', 'ия'], ['ya', 'я'], ['ja', 'я'], ['yu', 'ю'], ['ju', 'ю'], ['iu', 'ю'],
  ['yo', 'е'], ['jo', 'е'], ['ye', 'е'], ['je', 'е'], ['iy', 'ий'], ['ij', 'ий'], ['yy', 'ый'], ['yj', 'ый'],
  ['oy', 'ой'], ['oj', 'ой'], ['ey', 'ей'], ['ej', 'ей'], ['ay', 'ай'], ['aj', 'ай'], ['uy', 'уй'],
  ['a', 'а'], ['b', 'б'], ['c', 'ц'], ['d', 'д'], ['e', 'е'], ['f', 'ф'], ['g', 'г'], ['h', 'х'], ['i', 'и'],
  ['j', 'й'], ['k', 'к'], ['l', 'л'], ['m', 'м'], ['n', 'н'], ['o', 'о'], ['p', 'п'], ['q', 'к'], ['r', 'р'],
  ['s', 'с'], ['t', 'т'], ['u', 'у'], ['v', 'в'], ['w', 'в'], ['x', 'кс'], ['y', 'ы'], ['z', 'з'],
]; // prettier-ignore
const russianOf = new Map(spellings);
const spelling = new RegExp(spellings.map(([latin]) => latin).join('|'), 'g');

/** The Russian word behind a Latin spelling: «mishechnoy» → «мишечной». */
export const toCyrillic = (text: string): string =>
  text.toLowerCase().replace(spelling, (latin) => russianOf.get(latin)!);
