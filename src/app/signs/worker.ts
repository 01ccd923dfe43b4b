/**
 * Index and names of the aid by signs, beside the page's thread: neither making them ready nor asking them delays a key
 * press. The page fetches: a worker's own requests are subject to the policy of its file, which allows none.
 */
import { SearchIndex } from '#domain/search/index.ts';
import { answerOf, compare } from '#domain/signs/answer.ts';
import { unpackLabels, type SignLabel } from '#domain/signs/labels.ts';
import { unpackSigns } from '#domain/signs/pack.ts';
import { prepare, type SignIndex } from '#domain/signs/profiles.ts';
import type { RankedPatient } from '#domain/signs/rank.ts';
import { prepareWords, type SignWords } from '#domain/signs/reader/lexicon.ts';
import { readNote } from '#domain/signs/reader/note.ts';
import type { ComparedDiseases, FoundSign, NamedSign, RankedDiseases, ReadPatient } from '#stores/signs.ts';

/** Requests by name and their responses, matched by number. */
export interface Questions {
  index: { ask: { text: string }; answer: Readonly<Record<string, string>> };
  labels: { ask: { text: string }; answer: true };
  find: { ask: { text: string }; answer: FoundSign[] };
  read: { ask: { text: string }; answer: ReadPatient };
  rank: { ask: { patient: RankedPatient; unknown: readonly string[]; most: number }; answer: RankedDiseases };
  compare: { ask: { codes: readonly string[]; patient: RankedPatient }; answer: ComparedDiseases };
}
export type SignWorkerMessage = {
  [Name in keyof Questions]: { type: Name; number: number } & Questions[Name]['ask'];
}[keyof Questions];
export interface SignWorkerAnswer {
  number: number;
  answer: Questions[keyof Questions]['answer'];
}

let index: SignIndex | undefined;
const labels = new Map<string, SignLabel>();
const search = new SearchIndex();
/** Put at once: smaller portions are put together again and again, larger ones keep the ranking waiting. */
const portion = 1500;
const mostFound = 8;

/** Resolves when all names can be found. */
let allFilled = () => {};
const filled = new Promise<void>((resolve) => (allFilled = resolve));

onmessage = async ({ data }: MessageEvent<SignWorkerMessage>) => {
  postMessage({ number: data.number, answer: await answer(data) } satisfies SignWorkerAnswer);
};

async function answer(asked: SignWorkerMessage): Promise<SignWorkerAnswer['answer']> {
  switch (asked.type) {
    case 'index': {
      const source = unpackSigns(asked.text);
      index = prepare(source);
      return source.editions;
    }
    case 'labels':
      return takeLabels(asked.text);
    case 'find':
      return await find(asked.text);
    case 'read':
      return read(asked.text);
    case 'rank':
      return rank(asked, index!);
    default: {
      const comparison = compare(asked.codes, asked.patient, index!);
      return { ...comparison, names: namesOf(comparison.rows.map(({ hpo }) => hpo)) };
    }
  }
}

function rank({ patient, unknown, most }: Questions['rank']['ask'], ready: SignIndex): RankedDiseases {
  const ranking = answerOf(patient, unknown, ready, most);
  const ofLines = ranking.lines.flatMap(({ named, expected }) =>
    [...named, ...expected].flatMap(({ hpo, by }) => (by ? [hpo, by] : [hpo])),
  );
  const ofPatient = [...patient.present, ...(patient.absent ?? []), ...unknown];
  return { ...ranking, names: namesOf([...ofLines, ...ranking.questions, ...ofPatient]) };
}

/** The names are there at once, finding them follows in portions: questions are answered between two of them. */
function takeLabels(text: string): true {
  const all = unpackLabels(text);
  for (const sign of all) labels.set(sign.hpo, sign);
  void fill(all);
  return true;
}

async function fill(all: readonly SignLabel[]): Promise<void> {
  for (let from = 0; from < all.length; from += portion) {
    search.put(all.slice(from, from + portion).map(recordOf));
    await new Promise((resolve) => setTimeout(resolve));
  }
  allFilled();
}

const recordOf = ({ hpo, names: [title = '', ...synonyms], english }: SignLabel) => ({
  id: numberOf(hpo),
  group: 'sign',
  title,
  synonyms: [...synonyms, english].filter(Boolean),
  codes: [hpo],
});
const numberOf = (hpo: string) => Number(hpo.slice('HP:'.length));

/** Waits for all names: of the first some the best might be another sign. */
async function find(text: string): Promise<FoundSign[]> {
  await filled;
  const { hits, match } = search.search(text, { perGroup: mostFound });
  return hits.flatMap(({ id, why }) => {
    const hpo = `HP:${String(id).padStart(7, '0')}`;
    const other = why?.pieces.map((piece) => piece.text).join('');
    // What no disease has would change nothing.
    if (index && !index.places.has(id)) return [];
    return nameOf(hpo).map((sign) => ({
      ...sign,
      ...(other && other !== hpo ? { why: other } : {}),
      isGuess: match === 'similar' || match === 'partial',
    }));
  });
}

/** Tokenised names, built on the first text. */
let words: SignWords | undefined;
const presences = { present: 'yes', absent: 'no', uncertain: 'unknown' } as const;

function read(text: string): ReadPatient {
  words ??= prepareWords([...labels.values()]);
  const { signs, unread, sex, ageMonths } = readNote(text, words);
  return {
    signs: signs.flatMap(({ id, state }) => nameOf(id).map((sign) => ({ sign, presence: presences[state] }))),
    unread,
    sex,
    age: ageMonths === undefined ? undefined : Math.round((ageMonths / 12) * 100) / 100,
  };
}

const nameOf = (hpo: string): NamedSign[] => {
  const known = labels.get(hpo);
  return known
    ? [{ hpo, label: known.names[0]!, english: known.english, isUnchecked: known.isUnchecked }]
    : [];
};

const namesOf = (codes: readonly string[]) =>
  Object.fromEntries([...new Set(codes)].flatMap(nameOf).map((sign) => [sign.hpo, sign]));
