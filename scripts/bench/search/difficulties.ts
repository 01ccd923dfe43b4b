import { typedInEnglish, typedInRussian } from '#domain/keyboard.ts';
import { toLatin } from '#domain/translit.ts';
import type { SearchRecord } from '#domain/search/index.ts';

export interface HardQuery {
  kind: string;
  query: string;
  target: SearchRecord;
}

/** Seeded random numbers (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
const pick = <T>(things: readonly T[], random: Random): T => things[Math.floor(random() * things.length)]!;

/** Typical distortions of names; undefined where not applicable. */
const difficulties: Record<string, (name: string, random: Random) => string | undefined> = {
  'as it is': (name) => name,
  beginning: (name, random) =>
    name.length < 8 ? undefined : name.slice(0, Math.ceil(name.length * (0.6 + random() * 0.35))),
  'small letters, no marks': (name) =>
    name
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[«»,.():;—–-]+/g, ' '),
  'one misprint': (name, random) => misprint(name, random),
  'two misprints': (name, random) => {
    const once = misprint(name, random);
    return once && misprint(once, random);
  },
  'as it is heard': (name, random) => misheard(name, random),
  'other layout': (name) => (/[а-я]/i.test(name) ? typedInEnglish(name) : typedInRussian(name)),
  'other layout, one misprint': (name, random) => {
    const wrong = misprint(name, random);
    return wrong && (/[а-я]/i.test(wrong) ? typedInEnglish(wrong) : typedInRussian(wrong));
  },
  'Latin letters': (name, random) => (/[а-я]/i.test(name) ? transliterated(name, random) : undefined),
  'case endings': (name, random) => inCase(name, random),
  'order of words': (name, random) => {
    const words = name.split(/[ ,—-]+/).filter(Boolean);
    return words.length < 2
      ? undefined
      : words
          .map((word) => [random(), word] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, word]) => word)
          .join(' ');
  },
  'a space lost': (name, random) => {
    const words = name.split(' ');
    if (words.length < 2) return undefined;
    const at = Math.floor(random() * (words.length - 1));
    return [...words.slice(0, at), words[at]! + words[at + 1]!, ...words.slice(at + 2)].join(' ');
  },
  'a space too many': (name, random) => {
    const word = pick(name.split(' '), random);
    if (!/^[а-яё]{8,}$/i.test(word)) return undefined;
    const at = 3 + Math.floor(random() * (word.length - 6));
    return name.replace(word, `${word.slice(0, at)} ${word.slice(at)}`);
  },
  'words around': (name, random) =>
    pick(
      ['что такое NAME', 'NAME лечение', 'NAME у детей', 'NAME симптомы', 'диагностика NAME', 'NAME мкб'],
      random,
    ).replace('NAME', name),
};

/** Hard queries from random records, without those that match ten other records as well. */
export function hardQueries(records: readonly SearchRecord[], seed: number, perKind: number): HardQuery[] {
  const random = randomNumbers(seed);
  const namedBy = namesOf(records);
  const queries: HardQuery[] = [];
  for (const [kind, change] of Object.entries(difficulties)) {
    for (const source of ['title', 'synonym'] as const) {
      let made = 0;
      for (let tries = 0; made < perKind && tries < perKind * 20; tries++) {
        const target = pick(records, random);
        const name =
          source === 'title'
            ? target.title
            : target.synonyms.length > 0
              ? pick(target.synonyms, random)
              : undefined;
        if (!name || name.length > 100 || name.replace(/[^\p{L}\p{N}]/gu, '').length < 4) continue;
        const query = change(name, random);
        if (!query || query.trim().length < 3 || isAmbiguous(kind === 'beginning' ? query : name, namedBy))
          continue;
        queries.push({ kind: `${kind}, ${source}`, query, target });
        made++;
      }
    }
  }
  for (let made = 0; made < perKind; made++) {
    const target = pick(
      records.filter(({ codes }) => codes.some((code) => code.startsWith('ORPHA:'))),
      random,
    );
    const number = target.codes.find((code) => code.startsWith('ORPHA:'))!.slice(6);
    const form = pick(['ORPHA:N', 'orpha N', 'ORPHAN', 'орфа N', 'ORPHA-N', 'jhaf N', 'Orphanet: N'], random);
    queries.push({
      kind: 'code',
      query: form.replace('N', number).replace('ORPHAN', `ORPHA${number}`),
      target,
    });
  }
  return queries;
}

/** Lower-case names of all records, to count exact matches. */
const namesOf = (records: readonly SearchRecord[]) =>
  records.map(({ title, synonyms }) => [title, ...synonyms].join('\n').toLowerCase());

function isAmbiguous(name: string, names: readonly string[]): boolean {
  const wanted = name.toLowerCase();
  let count = 0;
  for (const other of names) if (other.includes(wanted) && ++count > 9) return true;
  return false;
}

const russianLetters = 'абвгдежзийклмнопрстуфхцчшщыьэюя';
const latinLetters = 'abcdefghijklmnopqrstuvwxyz';

/** One letter lost, doubled, swapped, added or replaced, in a word of five letters or more. */
function misprint(name: string, random: Random): string | undefined {
  const words = [...name.matchAll(/[\p{L}]{5,}/gu)];
  if (words.length === 0) return undefined;
  const word = pick(words, random);
  const at = word.index + Math.floor(random() * word[0].length);
  const letter = pick([...(/[а-я]/i.test(word[0]) ? russianLetters : latinLetters)], random);
  const [before, after] = [name.slice(0, at), name.slice(at + 1)];
  switch (Math.floor(random() * 5)) {
    case 0:
      return before + after;
    case 1:
      return before + name[at]! + name[at]! + after;
    case 2:
      return at + 1 < word.index + word[0].length
        ? before + name[at + 1]! + name[at]! + name.slice(at + 2)
        : before + after;
    case 3:
      return before + letter + name.slice(at);
    default:
      return before + letter + after;
  }
}

const soundsLike: readonly (readonly [RegExp, string])[] = [
  [/о/, 'а'], [/е/, 'и'], [/и/, 'е'], [/а/, 'о'], [/я/, 'е'], [/нн/, 'н'], [/лл/, 'л'], [/сс/, 'с'], [/б(?=[кпстфхцчш])/, 'п'],
  [/з(?=[кпстфхцчш])/, 'с'], [/д(?=[кпстфхцчш])/, 'т'], [/э/, 'е'], [/ё/, 'о'], [/сч/, 'щ'], [/ь/, ''], [/тся/, 'ца'], [/й/, ''],
]; // prettier-ignore

/** A misheard name: two confusions. */
function misheard(name: string, random: Random): string | undefined {
  const fitting = soundsLike.filter(([sound]) => sound.test(name.slice(1)));
  if (fitting.length < 2) return undefined;
  let changed = name;
  for (let i = 0; i < 2; i++) {
    const [sound, other] = pick(fitting, random);
    const places = [...changed.matchAll(new RegExp(sound, 'g'))].filter(({ index }) => index > 0);
    if (places.length === 0) continue;
    const place = pick(places, random);
    changed = changed.slice(0, place.index) + other + changed.slice(place.index + place[0].length);
  }
  return changed;
}

function transliterated(name: string, random: Random): string {
  const latin = toLatin(name).toLowerCase();
  const ways: ((text: string) => string)[] = [
    (text) => text,
    (text) =>
      text.replaceAll('kh', 'h').replaceAll('shch', 'sch').replaceAll('ia', 'ya').replaceAll('iu', 'yu'),
    (text) =>
      text
        .replaceAll('kh', 'h')
        .replaceAll('ts', 'c')
        .replaceAll('ia', 'ja')
        .replaceAll('iu', 'ju')
        .replace(/i(?=$| )/g, 'j'),
    (text) => text.replaceAll('y', 'i').replaceAll('shch', 'sh').replaceAll('kh', 'x').replaceAll('ia', 'ya'),
  ];
  return pick(ways, random)(latin);
}

const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=[а-я]{3})ая$/, ['ой', 'ую', 'ые', 'ых', 'ыми']],
  [/(?<=[а-я]{3})яя$/, ['ей', 'юю', 'ие']],
  [/(?<=[а-я]{3})(ый|ой)$/, ['ого', 'ому', 'ым', 'ые', 'ых']],
  [/(?<=[а-я]{3})ий$/, ['ого', 'ому', 'им', 'ие', 'их']],
  [/(?<=[а-я]{3})ое$/, ['ого', 'ому', 'ым', 'ые']],
  [/(?<=[а-я]{3})ия$/, ['ии', 'ию', 'ией', 'ий', 'иями']],
  [/(?<=[а-я]{3})ие$/, ['ия', 'ием', 'ий', 'иях']],
  [/(?<=[а-я]{3})ь$/, ['и', 'ью', 'ей', 'ями']],
  [/(?<=[а-я]{3})а$/, ['ы', 'е', 'у', 'ой']],
  [/(?<=[а-я]{3})[бвгдзклмнпрстфхц]$/, ['END+а', 'END+у', 'END+ом', 'END+ы', 'END+ов']],
];

/** The words in another grammatical case. */
function inCase(name: string, random: Random): string | undefined {
  let isChanged = false;
  const changed = name.replace(/[а-яё]{5,}/gi, (word) => {
    const fitting = endings.find(([ending]) => ending.test(word.toLowerCase()));
    if (!fitting) return word;
    isChanged = true;
    const other = pick(fitting[1], random);
    return other.startsWith('END+') ? word + other.slice(4) : word.toLowerCase().replace(fitting[0], other);
  });
  return isChanged ? changed : undefined;
}
