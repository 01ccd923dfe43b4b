import { capitalized } from '../typography.ts';
import type { DateSpan } from './dates.ts';
import type { Grammar, NameGender } from './declension.ts';
import type { PersonalFinding, PatientDates, TextSpan, Suggestion } from './finding.ts';
import { ageBetween, distanceBetween, type Day } from './intervals.ts';
import type { NameSpan } from './names.ts';
import { isDoctor, isPerson } from './people.ts';
import type { TextToken } from './tokens.ts';

interface Surroundings {
  text: string;
  tokens: readonly TextToken[];
  patient: PatientDates;
}

/** Adds suggestions to findings. */
export function suggest(
  spans: readonly TextSpan[],
  { text, tokens, patient }: Surroundings,
): PersonalFinding[] {
  const dates = spans.filter((span): span is DateSpan => span.kind === 'date');
  const birth =
    dayOf(patient.birth) ??
    dates
      .filter(({ isBirth }) => isBirth)
      .map(wholeDay)
      .find(Boolean);
  const first = dates
    .filter(({ isBirth }) => !isBirth)
    .map(wholeDay)
    .find(Boolean);
  const reference = dayOf(patient.reference) ?? first;
  return spans.map((span) => {
    const words = text.slice(span.start, span.end);
    return {
      kind: span.kind,
      start: span.start,
      end: span.end,
      words,
      suggestions:
        span.kind === 'date'
          ? insteadOfDate(span as DateSpan, { birth, reference, text })
          : span.kind === 'name' || span.kind === 'patronymic'
            ? insteadOfName(span as NameSpan, tokens, patient)
            : insteadOfOther(span, patient, text),
    };
  });
}

const remove: Suggestion = { label: 'Убрать', text: '' };
const put = (text: string): Suggestion => ({ label: `Заменить на «${text}»`, text });

const patients: Record<NameGender, Record<Grammar, string>> = {
  male: {
    nominative: 'пациент',
    genitive: 'пациента',
    dative: 'пациенту',
    accusative: 'пациента',
    instrumental: 'пациентом',
    prepositional: 'пациенте',
  },
  female: {
    nominative: 'пациентка',
    genitive: 'пациентки',
    dative: 'пациентке',
    accusative: 'пациентку',
    instrumental: 'пациенткой',
    prepositional: 'пациентке',
  },
};
const doctors: Record<Grammar, string> = {
  nominative: 'врач',
  genitive: 'врача',
  dative: 'врачу',
  accusative: 'врача',
  instrumental: 'врачом',
  prepositional: 'враче',
};

/** «Пациентка Иванова А. П.» loses the name; a bare name becomes «пациентка» in its case. */
function insteadOfName(span: NameSpan, tokens: readonly TextToken[], patient: PatientDates): Suggestion[] {
  const before = neighbour(tokens, span.first);
  if (before && isPerson(before.key)) return [remove];
  if (before && isDoctor(before.key)) return [put(doctors[span.grammar]), remove];
  const sex = span.sex ?? patient.sex ?? 'male';
  const grammar = governed(tokens[span.first - 1]?.key, span.grammar);
  const word = patients[sex][grammar];
  const isFirst = tokens[span.first]?.isFirst === true;
  return [put(isFirst ? capitalized(word) : word), remove];
}

/** The word before a name, ignoring punctuation. */
function neighbour(tokens: readonly TextToken[], first: number): TextToken | undefined {
  let at = first - 1;
  while (at >= 0 && /^[,:—–(-]$/.test(tokens[at]?.text ?? '')) at -= 1;
  const token = tokens[at];
  return token?.sentence === tokens[first]?.sentence ? token : undefined;
}

/** The preposition resolves ambiguous case endings: «у Ивановой», «с Ивановой», «к Ивановой». */
function governed(preposition: string | undefined, grammar: Grammar): Grammar {
  if (preposition === undefined) return grammar;
  if (/^(?:у|от|из|для|без|до|после|около|кроме|со?)$/.test(preposition))
    return /^со?$/.test(preposition) ? 'instrumental' : 'genitive';
  if (/^(?:к|ко)$/.test(preposition)) return 'dative';
  if (/^(?:о|об|обо|при|в|во)$/.test(preposition)) return 'prepositional';
  return grammar;
}

interface SuggestionContext {
  birth: Day | undefined;
  reference: Day | undefined;
  text: string;
}

/** The age if the birth is known, else the distance from the reference day, else the year. */
function insteadOfDate(span: DateSpan, { birth, reference, text }: SuggestionContext): Suggestion[] {
  const day = wholeDay(span);
  const found: Suggestion[] = [];
  if (!span.isBirth && day) {
    if (birth && compare(day, birth) >= 0) found.push(put(`в возрасте ${ageBetween(birth, day)}`));
    if (reference && compare(reference, day) !== 0) found.push(put(distanceBetween(reference, day)));
  }
  if (!span.isBirth && span.year !== undefined) {
    const preposition = /(?:^|[\s(])(в|во|к|с|со|от|до|после|на|по)\s$/i.exec(
      text.slice(Math.max(0, span.start - 7), span.start),
    )?.[1];
    found.push(put(yearAfter(preposition?.toLowerCase(), span.year)));
  }
  found.push(remove);
  return found;
}

function yearAfter(preposition: string | undefined, year: number): string {
  if (preposition === undefined) return `в ${year} году`;
  if (/^(?:в|во)$/.test(preposition)) return `${year} году`;
  if (preposition === 'к') return `${year} году`;
  if (preposition === 'по' || preposition === 'на') return `${year} год`;
  return `${year} года`;
}

function insteadOfOther(span: TextSpan, { region }: PatientDates, text: string): Suggestion[] {
  if (span.kind === 'address') {
    const isAfterIn = /(?:^|\s)(?:в|во|из|на)\s$/i.test(text.slice(Math.max(0, span.start - 4), span.start));
    const wide = region === undefined ? [] : [{ label: `Заменить на регион: ${region}`, text: region }];
    return isAfterIn ? [...wide, put('своём регионе'), remove].filter(fits(text, span)) : [...wide, remove];
  }
  if (span.kind === 'institution') {
    const general = generalOf(text.slice(span.start, span.end));
    return general === undefined ? [remove] : [put(general), remove];
  }
  return [remove];
}

/** «своём регионе» fits only after «в». */
const fits = (text: string, span: TextSpan) => (suggestion: Suggestion) =>
  suggestion.text !== 'своём регионе' ||
  /(?:^|\s)во?\s$/i.test(text.slice(Math.max(0, span.start - 4), span.start));

/** An institution without its name: «школе № 57» → «школе». */
function generalOf(words: string): string | undefined {
  const bare = words
    .replace(/\s{0,2}(?:№|N)\s{0,2}\d[\s\S]*$/u, '')
    .replace(/\s{0,2}«[\s\S]*$/u, '')
    .replace(/\s{0,2}(?:г\.|города|пос\.|посёлка|села)\s[\s\S]*$/u, '')
    .replace(/^[А-ЯЁ][а-яё]+ск[а-яё]{2,3}\s/u, '')
    .trim();
  return bare === '' || bare === words || /^[А-ЯЁ]{2,}/.test(bare) ? undefined : bare;
}

function wholeDay({ day, month, year }: DateSpan): Day | undefined {
  return year === undefined || month === undefined ? undefined : { year, month, day };
}

function dayOf(iso: string | undefined): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso ?? '');
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) } : undefined;
}

function compare(one: Day, other: Day): number {
  return one.year - other.year || one.month - other.month || (one.day ?? 1) - (other.day ?? 1);
}
