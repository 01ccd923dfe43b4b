import { abbreviated } from './abbreviations.ts';
import { codeWords } from './codes.ts';
import { normalizeTerm, type NormalizedTerm } from './normalise.ts';
import { withoutOrdinalEndings } from './numerals.ts';
import { wordsOf } from './words.ts';

export interface SearchRecord {
  id: number;
  /** Kind, by which results are grouped. */
  group: string;
  title: string;
  /** Synonyms, English names, active substances, abbreviations. */
  synonyms: readonly string[];
  /** ORPHA:355, OMIM:230800, E75.2, NCT01234567, A16AB02, GBA1. */
  codes: readonly string[];
  /** Ids of linked diseases; for a disease, its groups. */
  links?: readonly number[];
  /** Codes of federal subjects. */
  places?: readonly string[];
  /** Descriptive texts: mechanism of a drug, services of a clinic. */
  about?: readonly string[];
  /** Names of linked records, set by `Links`. */
  linked?: readonly string[];
  /** 0 to 15: breaks ties. */
  importance?: number;
}

/** Ids are unique within a group. */
export const keyOf = (group: string, id: number): string => `${group} ${id}`;

/** Origin of a name, which determines its weight. */
export const sources = ['title', 'synonym', 'code', 'abbreviation', 'linked', 'described'] as const;
export type NameSource = 0 | 1 | 2 | 3 | 4 | 5;
export const sourceWeights: readonly number[] = [1, 0.86, 0.96, 0.9, 0.6, 0.5];

export interface Name {
  source: NameSource;
  text: string;
  words: readonly NormalizedTerm[];
}

/** A record as index terms. */
export interface AnalysedRecord {
  id: number;
  group: string;
  title: string;
  importance: number;
  names: readonly Name[];
}

export function analyse(record: SearchRecord): AnalysedRecord {
  const names: Name[] = [];
  const add = (source: NameSource, text: string, words: readonly NormalizedTerm[]) => {
    if (words.length > 0) names.push({ source, text, words });
  };
  for (const [source, text] of [
    [0, record.title],
    ...record.synonyms.map((name) => [1, name] as const),
  ] as const) {
    const words = nameWords(text);
    add(source, text, words);
    for (const { abbreviation, words: shorter } of abbreviated(words)) add(3, abbreviation, shorter);
  }
  for (const code of record.codes) add(2, code, codeWords(code));
  for (const name of record.linked ?? []) {
    const words = nameWords(name);
    add(4, name, words);
    for (const { abbreviation, words: shorter } of abbreviated(words)) add(4, abbreviation, shorter);
  }
  for (const text of record.linked ? (record.about ?? []) : []) add(5, text, nameWords(text));
  return {
    id: record.id,
    group: record.group,
    title: record.title,
    importance: record.importance ?? 0,
    names,
  };
}

/** Keys of a name; prepositions and articles are dropped, capital letters kept. */
function nameWords(name: string): NormalizedTerm[] {
  return withoutOrdinalEndings(wordsOf(name))
    .filter((word) => word.isCapital || !(isSmallWord(word.text) || word.text === 'a'))
    .map((word) => normalizeTerm(word.text));
}

const smallWords = new Set(
  'и в во на у с со при по для от или о об к ко из за до не без под над the of and with in due to by for an or'.split(
    ' ',
  ),
);

/** Words that a query may omit or add. */
export const isSmallWord = (word: string): boolean => smallWords.has(word);

const stemsOf = (words: string) => new Set(words.split(/\s+/).map((word) => normalizeTerm(word).stem));
const generic = stemsOf(
  `болезнь болезни синдром заболевание дефицит недостаточность нарушение расстройство тип форма вариант центр больница
  disease syndrome disorder deficiency type`,
);
const qualifying = stemsOf(
  'наследственный врождённый семейный первичный вторичный хронический острый системный тяжёлый',
);

/** Stems of generic words, which are not sufficient alone. */
export const isGeneric = (stem: string): boolean => generic.has(stem) || qualifying.has(stem);

/** Common words that still distinguish diseases: острый, врождённый. */
export const isQualifying = (stem: string): boolean => qualifying.has(stem);
