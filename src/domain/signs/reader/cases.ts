import type { PhraseMatch } from './matches.ts';
import type { NoteWord } from './text.ts';

/** Names that have no cases. */
const indeclinable = /(?:пноэ|синкопе)$/;
const nominative = /(?:ая|яя|[оыи]е|ый)$/;
/** «Сосал», «плакала»: no noun. */
const verb = /[аеиоуыя]л[аио]?$/;

/** Whether the first word of a name in a note stands in the genitive, as far as it differs from the name in the list. */
export function isDeclined({ phrase, at }: PhraseMatch, tokens: readonly NoteWord[]): boolean {
  const { text } = tokens[at[0]!]!;
  if (indeclinable.test(text)) return true;
  if (phrase.words.has(text)) return false;
  const words = [...phrase.words];
  const isOf = (stem: string) => words.some((word) => word.startsWith(stem));
  if (nominative.test(text)) return false;
  if (verb.test(text) && !isOf(text.replace(/[аио]$/, ''))) return false;
  // «Боли в животе» are one or many: the other words are as in the list, so the first may be too.
  if (/[ыи]$/.test(text) && at.length > 1 && !/(?:ия|ии)$/.test(text))
    return !at.some((place) => tokens[place]!.text.length > 3 && phrase.words.has(tokens[place]!.text));
  return (
    /(?:[оеё]в|[еио]й|ого|его|[ыи]х|[аяыи]|[оеё][кнц])$/.test(text) ||
    (/[бвгджзклмнпрстфхцчшщ]$/.test(text) && isOf(text))
  );
}

/** Many of them, in the genitive beyond doubt: «обмороков», «судорог». */
export const isGenitive = ({ at }: PhraseMatch, tokens: readonly NoteWord[]): boolean =>
  /(?:[оеё]в|ей|ий|[бвгджзклмнпрстфхцчшщ])$/.test(tokens[at[0]!]!.text);
