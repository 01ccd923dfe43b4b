/**
 * Order and letters of Russian lists. Titles are compared by a key made of plain code units, so that SQLite, PostgreSQL
 * and JavaScript sort alike: case and quotation marks do not count, ё stands with е, Russian letters come before Latin, digits last.
 */
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const slugs = 'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch hard yy soft ee yu ya'.split(' ');

/** The key by which titles are sorted; at most 120 characters, ASCII letters and digits after the class sign. */
export function sortKey(title: string): string {
  let key = '';
  for (const sign of plain(title)) {
    const place = cyrillic.indexOf(sign);
    if (place >= 0) key += `a${String.fromCharCode(48 + place)}`;
    else if (sign >= 'a' && sign <= 'z') key += `b${sign}`;
    else if (sign >= '0' && sign <= '9') key += `c${sign}`;
    else if (sign === ' ') key += '  ';
    if (key.length >= 120) break;
  }
  return key;
}

/** The letter of the А–Я bar under which a title stands, and its form in addresses: 'Ж' at /letter/zh/. */
export function letterOf(title: string): { letter: string; slug: string } {
  const first = plain(title).match(/[а-яa-z0-9]/)?.[0] ?? '';
  const place = cyrillic.indexOf(first);
  if (place >= 0) return { letter: first.toUpperCase(), slug: slugs[place]! };
  if (first >= 'a' && first <= 'z') return { letter: 'A–Z', slug: 'latin' };
  return { letter: '0–9', slug: 'digits' };
}

function plain(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\u2010-\u2015-]+/g, ' ')
    .trim();
}
