import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { readFolder, listPages } from './site.ts';

/** Counts of words, sentences and syllables. */
export interface Reading {
  words: number;
  sentences: number;
  syllables: number;
}

/** Counts Russian words, vowels, and sentence ends before a capital or the end. */
export function measure(text: string): Reading {
  const plain = text
    .replace(/[\u00a0\s]+/g, ' ')
    .replaceAll('\u00ad', '')
    .trim();
  const words = plain.match(/[а-яё]+(?:-[а-яё]+)*/gi) ?? [];
  const ends = plain.match(/[.!?…]+(?=\s+[«(]?[А-ЯЁA-Z]|$)/g) ?? [];
  return {
    words: words.length,
    sentences: Math.max(1, ends.length),
    syllables: (words.join('').match(/[аеёиоуыэюя]/gi) ?? []).length,
  };
}

/**
 * Flesch reading ease with Oborneva's constants for Russian: 206.835 − 1.3 × words a sentence − 60.1 ×
 * syllables a word. Above 60 is easy, below 30 needs professionals; tables and chemistry are far below 0.
 */
export const easeOf = ({ words, sentences, syllables }: Reading): number =>
  206.835 - (1.3 * words) / sentences - (60.1 * syllables) / Math.max(1, words);

/** Prose of a page by section. */
const sections = [
  { title: 'Простыми словами', of: /<section id="plain"[\s\S]*?<\/section>/g },
  { title: 'Что это', of: /<div class="detail-lead"[\s\S]*?<\/div>\s*<\/div>/g },
  { title: 'Диагностика', of: /<section id="diagnosis"[\s\S]*?<\/section>/g },
  { title: 'Лечение', of: /<section id="therapy"[\s\S]*?<\/section>/g },
  { title: 'Жизнь с болезнью', of: /<details class="fold" id="living"[\s\S]*?<\/details>/g },
] as const;

/**
 * `npm run check -- readability [FOLDER]`: readability of disease texts: the median, the hardest and its
 * page. Informative only: it never fails.
 */
export async function run(args: string[]): Promise<void> {
  const site = readFolder(args, 'check readability', 'Насколько легко читаются тексты болезней.');
  const pages = (await listPages(site)).filter(({ kind }) => kind === 'deseases/{id}');
  const found = sections.map(({ title }) => ({ title, read: [] as { address: string; ease: number }[] }));
  for (const { file, address } of pages) {
    const html = await readFile(join(site, file), 'utf8');
    for (const [at, { of }] of sections.entries()) {
      const prose = (html.match(of) ?? []).join(' ').match(/<(p|li)\b[^>]*>[\s\S]*?<\/\1>/g) ?? [];
      const text = prose.join(' ').replace(/<sup[\s\S]*?<\/sup>|<[^>]*>/g, ' ');
      const reading = measure(text);
      if (reading.words >= 15) found[at]?.read.push({ address, ease: easeOf(reading) });
    }
  }
  console.table(
    Object.fromEntries(
      found.map(({ title, read }) => {
        const sorted = read.toSorted((one, other) => one.ease - other.ease);
        const middle = sorted[Math.floor(sorted.length / 2)];
        return [
          title,
          {
            страниц: sorted.length,
            'половина не ниже': Math.round(middle?.ease ?? 0),
            'труднее всего': Math.round(sorted[0]?.ease ?? 0),
            где: sorted[0]?.address ?? '',
          },
        ];
      }),
    ),
  );
}
