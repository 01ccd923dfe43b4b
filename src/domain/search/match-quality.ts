import { wordsOf } from './words.ts';

/**
 * Certainty of an answer, highest first. `exact`: every word is present in some form. `begun`: a word is only
 * a prefix or shares a stem. `corrected`: exact after an unmistakable misprint. `partial`: some words are
 * missing, the others are a whole name. `similar`: similar names, which may well be of something else.
 */
export const matches = ['exact', 'begun', 'corrected', 'partial', 'similar'] as const;
export type MatchQuality = (typeof matches)[number];
interface Matching {
  match: MatchQuality | 'nothing';
}

const doubt = ({ match }: Matching) => (match === 'nothing' ? matches.length : matches.indexOf(match));

/** Whether the answer covers the query as typed so far. */
export const isSure = (answer: Matching): boolean => doubt(answer) <= matches.indexOf('corrected');

/** The more certain of two answers, or both. */
export function surest<A extends Matching>(one: A, other: A): A[] {
  const difference = doubt(one) - doubt(other);
  return difference === 0 ? [one, other] : [difference < 0 ? one : other];
}

/** Warning above uncertain results. */
interface Caution {
  heading: string;
  text: string;
}

/** A quiet line for an incomplete word. */
export const begun: Caution = {
  heading: 'Слова с таким началом',
  text: 'Целиком такого слова в каталоге нет.',
};

const quoted = (words: readonly string[]) => words.map((word) => `«${word}»`).join(', ');

/**
 * Warning of an answer; undefined when certain. Similar names belong to other diseases, and readers must see
 * that first.
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
    // «РДКБ Москва»: name and town cover the query.
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

/** The query without one word of `SearchAnswer.leftOut`. */
export function withoutWord(query: string, word: string): string {
  const found = wordsOf(query).find(({ text }) => text === word);
  if (!found) return query;
  return `${query.slice(0, found.start)} ${query.slice(found.end)}`.replace(/\s+/g, ' ').trim();
}
