import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '#domain/kinds/index.ts';
import type { titleStatus } from '#domain/vocabularies.ts';

export type TitleStatus = keyof typeof titleStatus;

/** Russian translations of Orphanet and HPO names, separate from the originals and with a status. */
export interface RussianName {
  title: string;
  synonyms: string[];
  status: TitleStatus;
  /** From the remark before the name in Orphanet's Russian edition. */
  isNotRare: boolean;
}

const starterFolder = join(import.meta.dirname, '../../starter');
const titleStatuses: ReadonlySet<string> = new Set(['official', 'established', 'translated', 'unsure']);

export const namesSource: Source = {
  title: 'Русские названия Orphanet: официальные и переводы портала',
  publisher: 'Регистр орфанных заболеваний, по Orphanet',
  licence: 'CC BY 4.0',
  version: 'по выпуску Orphanet 12.2025',
  date: '2026-11-21',
  fields: ['title', 'title_status', 'synonyms'],
};

export const wordsSource: Source = {
  title: 'Слова для поиска: словарь редакции',
  publisher: 'Регистр орфанных заболеваний',
  date: '2026-11-23',
  fields: ['aliases'],
};

let overlays: Promise<Overlays> | undefined;

/** Cached: the files ship with the portal. */
export const readOverlays = (): Promise<Overlays> => (overlays ??= loadOverlays());

export type Overlays = Awaited<ReturnType<typeof loadOverlays>>;

async function loadOverlays() {
  const names = new Map<number, RussianName>();
  for (const [orpha = '', title = '', synonyms = '', status = '', , remark] of await readStarterTable(
    'orphanet-names-ru.tsv',
  )) {
    if (!titleStatuses.has(status) || title === '') throw new Error(`orphanet-names-ru.tsv, ORPHA:${orpha}`);
    names.set(Number(orpha), {
      title,
      synonyms: parted(synonyms),
      status: status as TitleStatus,
      isNotRare: remark === 'not-rare',
    });
  }
  const words = new Map<number, string[]>();
  for (const [orpha, word = ''] of await readStarterTable('search-words.tsv'))
    words.set(Number(orpha), [...(words.get(Number(orpha)) ?? []), word]);
  const signs = new Map<string, { label: string; status: TitleStatus }>();
  for (const [hpo = '', label = '', , status = ''] of await readStarterTable('hpo-signs-ru.tsv')) {
    if (!titleStatuses.has(status) || label === '') throw new Error(`hpo-signs-ru.tsv, ${hpo}`);
    signs.set(hpo, { label, status: status as TitleStatus });
  }
  return { names, words, signs };
}

/** Rows of a table of the starter, without its header. */
export async function readStarterTable(file: string): Promise<string[][]> {
  const text = await readFile(join(starterFolder, file), 'utf8');
  return text
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
}

const parted = (cell: string) =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
