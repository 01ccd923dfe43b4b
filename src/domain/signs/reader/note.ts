import type { Sex } from '../rank.ts';
import { elliptic, isPatient, relativesIn } from './family.ts';
import type { PhraseMatch, SignWords } from './lexicon.ts';
import { findMatches } from './matches.ts';
import { isCalledNormal, normalIn } from './normal.ts';
import { figuresIn } from './numbers.ts';
import { partsOf } from './parts.ts';
import { patientIn } from './patient.ts';
import { statesOf, type SignState } from './states.ts';
import { tokensOf, type NoteWord } from './text.ts';

export interface NoteReading {
  /** Unique signs, in order of the note. */
  signs: ReadSign[];
  /** Parts between punctuation marks in which nothing was recognised. */
  unread: string[];
  sex?: Sex;
  ageMonths?: number;
}
export interface ReadSign {
  /** HP:0001744 */
  id: string;
  state: SignState;
  /** Range in the note, end exclusive. */
  from: number;
  to: number;
}

const maxNoteLength = 20_000;

/**
 * Reads the patient's signs from a Russian note: present, absent, or in question. Relatives' signs are left
 * out. Pure.
 */
export function readNote(text: string, words: SignWords): NoteReading {
  const note = text.slice(0, maxNoteLength);
  const tokens = tokensOf(note);
  const parts = partsOf(tokens);
  const matches = withoutHeadings(findMatches(tokens, words), tokens);
  const signPlaces = new Set(matches.flatMap(({ at }) => at));
  const ofRelatives = relativesIn(tokens, parts, (place) => signPlaces.has(place));
  const states = statesOf(tokens, parts, matches);
  const isOfRelative = (from: number) => ofRelatives[tokens.findLastIndex((token) => token.from <= from)];
  const read: ReadSign[] = figuresIn(note).filter(({ from }) => !isOfRelative(from));
  const figured = read.slice();
  // «Температура нормальная»
  const isNormalWord = (place: number, length: number) =>
    length === 1 &&
    parts.some((part) => part.from <= place && place < part.to && isCalledNormal(part, tokens[place]!.text));
  for (const [one, { phrase, at }] of matches.entries())
    if (
      !ofRelatives[at[0]!] &&
      !figured.some(({ from, to }) => from <= tokens[at[0]!]!.from && tokens[at.at(-1)!]!.to <= to)
    )
      read.push({
        id: phrase.hpo,
        state: isNormalWord(at[0]!, phrase.roots.length) ? 'absent' : states[one]!,
        from: tokens[at[0]!]!.from,
        to: tokens[at.at(-1)!]!.to,
      });
  for (const number of elliptic(parts, ofRelatives)) {
    const { from, to } = parts[number]!;
    const isOwn = ({ at: [first] }: PhraseMatch) => first! >= from && first! < to;
    const earlier = matches.filter(({ at: [first] }) => first! >= parts[number - 1]!.from && first! < from);
    if (matches.some(isOwn)) continue;
    for (const { phrase } of earlier)
      read.push({ id: phrase.hpo, state: 'absent', from: tokens[from]!.from, to: tokens[to - 1]!.to });
  }
  const named = read.slice();
  // «Печень и селезёнка не увеличены» denies both, besides the combined sign.
  const isOver = ({ state, from, to }: ReadSign, start: number, end: number) =>
    from < end && start < to && !(state === 'absent' && / и \p{L}+ не /u.test(note.slice(start, end)));
  for (const { id, part } of normalIn(parts, tokens, words)) {
    const { from, to } = parts[part]!;
    const start = tokens[from]!.from;
    const end = tokens[to - 1]!.to;
    if (ofRelatives[to - 1] || named.some((sign) => isOver(sign, start, end))) continue;
    read.push({ id, state: 'absent', from: start, to: end });
  }
  const unread = parts
    .filter(({ from, to }) => {
      const own = tokens.slice(from, to);
      const isRead = (word: NoteWord) => read.some((sign) => sign.from < word.to && word.from < sign.to);
      return !ofRelatives[to - 1] && !own.some(isRead) && own.some(isTelling);
    })
    .map(({ from, to }) => note.slice(tokens[from]!.from, tokens[to - 1]!.to));
  return { signs: once(read), unread, ...patientIn(note) };
}

/** Neither the patient nor an age, a number or a preposition. */
const isTelling = ({ text, root }: NoteWord) =>
  root !== '' &&
  !isPatient(text) &&
  !/^(?:\d.*|лет|года?|мес\p{L}*|нед\p{L}*|сут\p{L}*|дн\p{L}*|возраст\p{L}*|женщин\p{L}|мужчин\p{L}|юнош\p{L}|девушк\p{L}|подрост\p{L}*)$/u.test(
    text,
  );

const stateRank: Record<SignState, number> = { present: 0, absent: 1, uncertain: 2 };

/** Deduplicates: present beats absent, absent beats in question, so a former sign stays present. */
function once(read: readonly ReadSign[]): ReadSign[] {
  const best = new Map<string, ReadSign>();
  for (const sign of read) {
    const known = best.get(sign.id);
    if (!known || stateRank[sign.state] < stateRank[known.state]) best.set(sign.id, sign);
  }
  return [...best.values()].sort((one, other) => one.from - other.from);
}

/** «ВПС (вторичный ДМПП)»: the specific defect replaces the heading. */
const withoutHeadings = (matches: readonly PhraseMatch[], tokens: readonly NoteWord[]): PhraseMatch[] =>
  matches.filter(({ at: [first], phrase }) => {
    const isHeading = phrase.roots.length === 1 && tokens[first!]!.text === 'впс';
    return !isHeading || !matches.some(({ at }) => at[0] === first! + 1);
  });
