import type { MatchReason } from './answer.ts';
import type { HighlightSpan } from './highlight.ts';
import { wordsOf } from './words.ts';

/**
 * How sure an answer is, the surest first. `exact`: all that was asked for is there, in some form. `begun`: a word of it
 * only begins words of the catalogue, or shares their stem. `corrected`: as exact, after a misprint that leaves no
 * doubt. `partial`: some words are left out, the others are a whole name of each record. `similar`: names that are like
 * the query, and stand for something else as likely as not.
 */
export const matches = ['exact', 'begun', 'corrected', 'partial', 'similar'] as const;
export type MatchQuality = (typeof matches)[number];
interface Matching {
  match: MatchQuality | 'nothing';
}

const doubt = ({ match }: Matching) => (match === 'nothing' ? matches.length : matches.indexOf(match));

/** An answer to all that was asked for, or to what is being typed. */
export const isSure = (answer: Matching): boolean => doubt(answer) <= matches.indexOf('corrected');

/** Of two answers the surer one, both when they are equally sure. */
export function surest<A extends Matching>(one: A, other: A): A[] {
  const difference = doubt(one) - doubt(other);
  return difference === 0 ? [one, other] : [difference < 0 ? one : other];
}

/** What stands above results that are not just what was asked for. */
interface Caution {
  heading: string;
  text: string;
}

/** Of a word that is still being typed one quiet line says so. */
export const begun: Caution = {
  heading: 'Слова с таким началом',
  text: 'Целиком такого слова в каталоге нет.',
};

const quoted = (words: readonly string[]) => words.map((word) => `«${word}»`).join(', ');

/**
 * The words above an answer; nothing above one that is sure. A name that is only like the query is that of another
 * disease, and a reader must see so before the names.
 */
export function cautionOf(
  match: MatchQuality | 'nothing',
  { used = [], leftOut }: { used?: readonly string[] | undefined; leftOut: readonly string[] },
  hasDiseases: boolean,
): Caution | undefined {
  const known = used.length > 0 ? ` Найдено по: ${quoted(used)}.` : '';
  const missing = leftOut.length > 0 ? `${known} Не найдено: ${quoted(leftOut)}.` : '';
  if (match === 'begun') return begun;
  if (match === 'corrected')
    return { heading: 'Точного совпадения нет', text: 'Показаны названия с самым близким написанием.' };
  if (match === 'partial') {
    // «РДКБ Москва»: the name and the town, and nothing is left out.
    if (leftOut.length === 0 && !hasDiseases) return undefined;
    const other = hasDiseases && leftOut.length > 0 ? ' Это может быть другая болезнь.' : '';
    return { heading: 'Всех слов вместе нет ни в одном названии', text: `${missing}${other}`.trim() };
  }
  if (match === 'similar')
    return {
      heading: hasDiseases ? 'Похожие названия — это другие болезни' : 'Похожие названия',
      text: `Точного совпадения нет.${missing}`,
    };
  return undefined;
}

/** The query without one of its words, as `Answer.leftOut` names it. */
export function withoutWord(query: string, word: string): string {
  const found = wordsOf(query).find(({ text }) => text === word);
  if (!found) return query;
  return `${query.slice(0, found.start)} ${query.slice(found.end)}`.replace(/\s+/g, ' ').trim();
}

const labels = {
  synonym: () => 'синоним:',
  abbreviation: () => 'сокращение:',
  gene: () => 'ген',
  code: systemOf,
  linked: () => 'связано с:',
  described: () => 'в описании:',
} as const satisfies Record<MatchReason['source'], (text: string) => string>;

/**
 * The classification of a code by its form; a code that names its own register («ORPHA:355») needs none. The second sign
 * of МКБ-11 is a letter, that of МКБ-10 a figure.
 */
function systemOf(code: string): string {
  if (/^[А-Я]/.test(code)) return 'РУ';
  if (/^[A-Z]\d\d[A-Z]{1,2}(\d\d)?$/i.test(code)) return 'АТХ';
  if (/^[A-Z]\d\d(\.\w+)?$/i.test(code)) return 'МКБ-10';
  if (/^[A-Z\d][A-Z][A-Z\d]{2}(\.[A-Z\d]+)?$/i.test(code)) return 'МКБ-11';
  return /^(\w+:|NCT\d)/i.test(code) ? '' : 'код';
}

/** Why a record was found, with the words of the query marked. */
export function whyPieces({ source, pieces }: MatchReason): HighlightSpan[] {
  const label = labels[source](pieces.map(({ text }) => text).join(''));
  return label === '' ? [...pieces] : [{ text: `${label} `, isMarked: false }, ...pieces];
}
