import type { Output } from '#contract/contract.ts';
import type { ReadNote } from '#contract/cases.ts';
import { HttpError } from '../http-error.ts';
import { readStarterTable } from '../catalogue/overlays.ts';
import { inThread } from '../thread/thread.ts';
import { bandOf } from './phenopackets.ts';

type Sign = Output<'GET /api/signs'>[number];

interface SignTerm {
  sign: Sign;
  /** Normalised words of label and synonyms. */
  label: string[];
  synonyms: string[];
}

const maxSigns = 20;

let terms: Promise<Map<string, SignTerm>> | undefined;

/** HPO terms with Russian labels, best match first. */
export async function findSigns(query: string): Promise<Sign[]> {
  const known = await (terms ??= readTerms());
  const number = /^(?:hp:?)?0*(\d{1,7})$/i.exec(query.trim())?.[1];
  if (number !== undefined) {
    const hpo = `HP:${number.padStart(7, '0')}`;
    const found = known.get(hpo);
    return found ? [found.sign] : [];
  }
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const scored = [...known.values()].flatMap((one) => {
    const score = scoreOf(one, words);
    return score === 0 ? [] : [{ score, text: one.label.join(' '), sign: one.sign }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, maxSigns)
    .map(({ sign }) => sign);
}

export async function titlesOfSigns(): Promise<Map<string, string>> {
  const known = await (terms ??= readTerms());
  return new Map([...known].map(([hpo, { sign }]) => [hpo, sign.title]));
}

/** Replaces titles of signs by those of the list, so that they hold no free text. */
export async function titledSigns<Given extends { hpo: string }>(
  signs: readonly Given[],
): Promise<(Given & { title: string })[]> {
  if (signs.length === 0) return [];
  const known = await (terms ??= readTerms());
  return signs.map((sign) => {
    const found = known.get(sign.hpo);
    if (!found) throw new HttpError(400, 'Такого признака в списке нет.', 'signs');
    return { ...sign, title: found.sign.title };
  });
}

/** Every word must be a prefix of some word; the label weighs more than synonyms. */
function scoreOf({ label, synonyms }: SignTerm, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (label.some((own) => own.startsWith(word))) score += 2;
    else if (synonyms.some((own) => own.startsWith(word))) score += 1;
    else return 0;
  }
  return label.join(' ').startsWith(words.join(' ')) ? score + 1 : score;
}

const wordsOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

async function readTerms(): Promise<Map<string, SignTerm>> {
  const rows = await readStarterTable('hpo-signs-ru.tsv');
  const known = rows.map(([hpo = '', title = '', synonyms = '', , english = '']): SignTerm => {
    const others = synonyms
      .split(';')
      .map((synonym) => synonym.trim())
      .filter(Boolean);
    return {
      sign: { hpo, title, title_en: english, synonyms: others },
      label: wordsOf(title),
      synonyms: [...others, english].flatMap(wordsOf),
    };
  });
  return new Map(known.map((one) => [one.sign.hpo, one]));
}

/** Signs in a free-text note, for the form; questionable ones as unknown. Not stored. */
export async function readNoteOf(owner: string, text: string): Promise<ReadNote> {
  const { signs, sex, ageMonths } = await inThread(owner, 'readNote', text);
  const titles = await titlesOfSigns();
  return {
    signs: signs.map(({ id, state, from, to }) => ({
      hpo: id,
      title: titles.get(id) ?? id,
      presence: ({ present: 'yes', absent: 'no', uncertain: 'unknown' } as const)[state],
      words: text.slice(from, to),
    })),
    sex: sex ?? '',
    age_band: ageMonths === undefined ? '' : bandOf(ageMonths / 12),
  };
}
