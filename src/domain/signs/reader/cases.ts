import type { PhraseMatch } from './lexicon.ts';
import type { NoteWord } from './text.ts';

const indeclinable = /(?:пноэ|синкопе)$/;
const nominative = /(?:ая|яя|[оыи]е|ый)$/;
/** «Сосал», «плакала»: not a noun. */
const verb = /[аеиоуыя]л[аио]?$/;

/** Whether the first word of a name is in the genitive, compared with the list. */
export function isDeclined({ phrase, at }: PhraseMatch, tokens: readonly NoteWord[]): boolean {
  const { text } = tokens[at[0]!]!;
  if (indeclinable.test(text)) return true;
  if (phrase.words.has(text)) return false;
  const words = [...phrase.words];
  const isOf = (stem: string) => words.some((word) => word.startsWith(stem));
  if (nominative.test(text)) return false;
  if (verb.test(text) && !isOf(text.replace(/[аио]$/, ''))) return false;
  // «Боли в животе» is ambiguous: the other words agree with the list, so the first may too.
  if (/[ыи]$/.test(text) && at.length > 1 && !/(?:ия|ии)$/.test(text))
    return !at.some((place) => tokens[place]!.text.length > 3 && phrase.words.has(tokens[place]!.text));
  return (
    /(?:[оеё]в|[еио]й|ого|его|[ыи]х|[аяыи]|[оеё][кнц])$/.test(text) ||
    (/[бвгджзклмнпрстфхцчшщ]$/.test(text) && isOf(text))
  );
}

/** An unmistakable genitive plural: «обмороков», «судорог». */
export const isGenitive = ({ at }: PhraseMatch, tokens: readonly NoteWord[]): boolean =>
  /(?:[оеё]в|ей|ий|[бвгджзклмнпрстфхцчшщ])$/.test(tokens[at[0]!]!.text);
