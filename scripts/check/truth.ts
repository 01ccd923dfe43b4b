import type { StarterLine } from './starter.ts';

/**
 * Detectable false statements: each rule is a former error of the catalogue. It reads no clock: records are
 * judged by their own days.
 */
export function checkTruth(lines: readonly StarterLine[]): string[] {
  const drugs = lines.filter(({ kind }) => kind.name === 'drug');
  const remedies = new Set(drugs.flatMap(({ data }) => [data.title, data.inn].filter(isName).map(foldYo)));
  return lines.flatMap((line) =>
    [
      ...mixedLetters(line),
      ...(line.kind.name === 'disease'
        ? [...remediesAmongNames(line, remedies), ...unreadActs(line), ...deniedTherapies(line, drugs)]
        : []),
      ...(line.kind.name === 'drug' ? falseRegistrations(line) : []),
    ].map((what) => `${line.place} (${line.external}) ${what}`),
  );
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length > 3;
const foldYo = (name: string) => name.toLowerCase().replaceAll('ё', 'е');

/** Homoglyphs: a mixed word is not found by its search. */
const latinTwins = /^[aceopxyABCEHKMOPTX]+$/;
const cyrillicTwins = /^[асеорхуАВСЕНКМОРТХ]+$/;

/** Words with a letter of the other alphabet, and a Latin «c» for the preposition. */
export function findMixed(text: string): string[] {
  const words = (text.match(/[\p{L}]+/gu) ?? []).filter((word) => {
    const latin = word.replace(/[^A-Za-z]/g, '');
    const cyrillic = word.replace(/[^А-Яа-яЁё]/g, '');
    if (!latin || !cyrillic) return false;
    return (
      (latinTwins.test(latin) && cyrillic.length > latin.length) ||
      (cyrillicTwins.test(cyrillic) && latin.length > cyrillic.length)
    );
  });
  return [...words, ...(text.match(/(?<=[а-яё] )c(?= [а-яё])/g) ?? [])];
}

function mixedLetters({ data }: StarterLine): string[] {
  return textsOf(data).flatMap((text) =>
    findMixed(text).map((word) => `mixes Latin and Cyrillic letters in «${word}»`),
  );
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

/** «Масло Лоренцо» is not a name of adrenoleukodystrophy: search aliases belong in `aliases`. */
function remediesAmongNames({ data }: StarterLine, remedies: ReadonlySet<string>): string[] {
  return ((data.synonyms ?? []) as string[]).flatMap((name) => {
    const words = ` ${foldYo(name)} `.replace(/[^\p{L}\d]+/gu, ' ');
    const remedy = [...remedies].find((one) => words.includes(` ${one} `));
    return remedy || /^(масло|таблетки|препарат|сироп)\s/i.test(name)
      ? [`has a remedy among its names: «${name}»`]
      : [];
  });
}

/** A reading day without an edition does not say what was read. */
function unreadActs({ data }: StarterLine): string[] {
  return ((data.lists ?? []) as { name: string; checked_at?: string; edition?: string }[])
    .filter(({ checked_at: checked, edition }) => checked && !edition)
    .map(({ name }) => `says that the act of «${name}» was read, and not in which edition`);
}

const supportive = /(лечени\p{L}*|терапи\p{L}*)\s+(только\s+)?поддерживающ|только\s+поддерживающ/iu;

/** Treatment is not «supportive» when a catalogue drug is approved and the text names none. */
function deniedTherapies({ data, external }: StarterLine, drugs: readonly StarterLine[]): string[] {
  const text = foldYo(`${String(data.about ?? '')} ${String(data.therapy ?? '')}`);
  if (!supportive.test(text)) return [];
  const approved = drugs.filter(
    (drug) =>
      ((drug.data.diseases ?? []) as string[]).includes(external) &&
      (((drug.data.approvals ?? []) as unknown[]).length > 0 ||
        ((drug.data.designations ?? []) as { approved_at?: string }[]).some(({ approved_at: at }) => at)),
  );
  const isNamed = approved.some((drug) =>
    [drug.data.title, drug.data.title_en, drug.data.inn]
      .filter(isName)
      .some((name) => text.includes(foldYo(name))),
  );
  return approved.length > 0 && !isNamed
    ? [
        `calls its treatment supportive, and has ${approved.map((drug) => String(drug.data.title)).join(', ')}`,
      ]
    : [];
}

interface Registration {
  state: string;
  valid_until?: string;
  checked_at?: string;
}

/** A registration state needs a source with a day before the end of its term. */
function falseRegistrations({ data, sources }: StarterLine): string[] {
  const registration = data.registration as Registration | undefined;
  if (!registration || registration.state === 'unknown') return [];
  const { state, valid_until: until, checked_at: checked } = registration;
  const isSourced = sources.some(
    ({ fields, url }) => url && Array.isArray(fields) && fields.includes('registration'),
  );
  return [
    ...(isSourced ? [] : [`is «${state}» by no source with an address`]),
    ...(checked ? [] : [`is «${state}» without a date`]),
    ...(state === 'registered' && until && checked && checked.slice(0, until.length) > until
      ? [`is registered until ${until}, as read on ${checked}`]
      : []),
  ];
}
