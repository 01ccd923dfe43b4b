import { formatDay } from './dates.ts';
import type { Source } from './kinds/index.ts';
import { registrationState } from './vocabularies.ts';

/** What a field says that cannot be true, or cannot be known, as it stands. */
export interface TruthProblem {
  field: string;
  /** A sentence for editors. */
  message: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Sources = readonly Partial<Pick<Source, 'fields' | 'url'>>[];

/** Each rule is a former error of the catalogue; none reads a clock: a record is judged by its own days. */
export const truthProblems = (kind: string, fields: Fields, sources: Sources): TruthProblem[] => [
  ...mixedLetters(fields),
  ...(kind === 'disease' ? unreadActs(fields) : []),
  ...(kind === 'drug' ? falseRegistrations(fields, sources) : []),
];

/** Homoglyphs: a mixed word is not found by its search. */
const latinTwins = /^[aceopxyABCEHKMOPTX]+$/;
const cyrillicTwins = /^[асеорхуАВСЕНКМОРТХ]+$/;

const adjacentAlphabets = /[A-Za-z][А-Яа-яЁё]|[А-Яа-яЁё][A-Za-z]/;

/** Words with a letter of the other alphabet, and a Latin «c» for the preposition. */
export function findMixed(text: string): string[] {
  const words = (adjacentAlphabets.test(text) && text.match(/\p{L}+/gu)) || [];
  const mixed = words.filter((word) => {
    const latin = word.replace(/[^A-Za-z]/g, '');
    const cyrillic = word.replace(/[^А-Яа-яЁё]/g, '');
    return (
      (latinTwins.test(latin) && cyrillic.length > latin.length) ||
      (cyrillicTwins.test(cyrillic) && latin.length > cyrillic.length)
    );
  });
  return [...mixed, ...(text.match(/(?<=[а-яё] )c(?= [а-яё])/g) ?? [])];
}

const mixedLetters = (fields: Fields): TruthProblem[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    textsOf(value)
      .flatMap(findMixed)
      .slice(0, 1)
      .map((word) => ({
        field,
        message: `В слове «${word}» смешаны русские и латинские буквы: поиск его не найдёт. Наберите его заново.`,
      })),
  );

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

/** A reading day without an edition does not say what was read. */
const unreadActs = ({ lists }: Fields): TruthProblem[] =>
  ((lists ?? []) as { checked_at?: string; edition?: string }[]).flatMap(
    ({ checked_at: read, edition }, index) =>
      read && !edition
        ? [
            {
              field: `lists.${index}.edition`,
              message: `Акт прочитан ${formatDay(read)}, а в какой редакции, не сказано. Назовите редакцию.`,
            },
          ]
        : [],
  );

interface Registration {
  state?: keyof typeof registrationState;
  valid_until?: string;
  checked_at?: string;
}

/** A state of registration is known from a source with an address, on a day before the end of its term. */
function falseRegistrations(fields: Fields, sources: Sources): TruthProblem[] {
  const { state, valid_until: until, checked_at: checked } = (fields['registration'] ?? {}) as Registration;
  if (!state || state === 'unknown') return [];
  const label = `«${registrationState[state]}»`;
  const isSourced = sources.some(({ fields: cited, url }) => url && cited?.includes('registration'));
  return [
    ...(isSourced
      ? []
      : [
          {
            field: 'sources',
            message: `${label}: нужен источник с адресом для поля «Регистрация в России», например запись реестра.`,
          },
        ]),
    ...(checked
      ? []
      : [{ field: 'registration.checked_at', message: `${label}: укажите день, когда это проверено.` }]),
    ...(state === 'registered' && until && checked && checked.slice(0, until.length) > until
      ? [
          {
            field: 'registration.valid_until',
            message: `${label} до ${formatDay(until)}, а проверено позже, ${formatDay(checked)}. Исправьте состояние или срок.`,
          },
        ]
      : []),
  ];
}
