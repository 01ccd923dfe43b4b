/** Order and letters of Russian lists, shared by database, API and pages. */
export interface AlphabetLetter {
  /** Shown: 'Б', 'B', '0–9'. */
  letter: string;
  /** In addresses: 'b', 'latin-b', '0-9'. */
  slug: string;
}

// Ё is listed under Е; Ъ and Ь begin no Russian word, but may begin a title.
const russianSlugs: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'j',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: 'hard',
  ы: 'y',
  ь: 'soft',
  э: 'eh',
  ю: 'yu',
  я: 'ya',
};
const digits: AlphabetLetter = { letter: '0–9', slug: '0-9' };

/** All letters in list order: А–Я, A–Z, 0–9. */
export const alphabet: readonly AlphabetLetter[] = [
  ...Object.entries(russianSlugs).map(([letter, slug]) => ({ letter: letter.toUpperCase(), slug })),
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ({
    letter: letter.toUpperCase(),
    slug: `latin-${letter}`,
  })),
  digits,
];
const bySlug = new Map(alphabet.map((entry) => [entry.slug, entry]));
const byFirst = new Map(alphabet.map((entry) => [entry.letter.toLowerCase(), entry]));

export function findLetter(slug: string): AlphabetLetter | undefined {
  return bySlug.get(slug);
}

/** The letter a title is listed under: its first letter or digit, ignoring quotation marks and «α-». */
export function letterOf(title: string): AlphabetLetter {
  return byFirst.get(normalizeTitle(title).charAt(0)) ?? digits;
}

/**
 * Sort key of a title, compared bytewise: Russian, Latin, digits; case, «ё», accents and punctuation are
 * ignored; numbers sort by value.
 */
export function sortKey(title: string): string {
  const key = normalizeTitle(title)
    .slice(0, 200)
    .replace(/\d+/g, (number) => number.padStart(6, '0'));
  const first = key.charAt(0);
  return (/[а-я]/.test(first) ? '1' : /[a-z]/.test(first) ? '2' : '3') + key;
}

export function compareTitles(one: string, other: string): number {
  const [a, b] = [sortKey(one), sortKey(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Lower case letters, digits and single spaces; «ё» as «е», Latin without accents. */
function normalizeTitle(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll('ё', 'е')
      // «й» must not decompose into «и» and a breve.
      .replace(/[^а-я]+/g, (part) => part.normalize('NFD').replace(/\p{M}/gu, ''))
      // A Greek prefix is ignored: α-маннозидоз is listed under «М».
      .replace(/^[^\p{L}\p{N}]*[α-ω][ -](?=\p{L})/u, '')
      .replace(/[^a-zа-я0-9]+/g, ' ')
      .trim()
  );
}
