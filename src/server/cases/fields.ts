import {
  acmgClasses,
  authorships,
  bases,
  caseSections,
  signPresences,
  stepKinds,
  zygosities,
} from '#domain/cases.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { ageBand, sex } from '#domain/vocabularies.ts';

const choicesOf = (titles: Readonly<Record<string, string>>): Partial<FieldDescription> => ({
  type: 'choice',
  choices: Object.entries(titles).map(([value, title]) => ({ value, title })),
});

/** Exceptions to a single line of text, of sections and of their parts. */
const shapes: Readonly<Record<string, Partial<FieldDescription>>> = {
  diseases: { type: 'records', linkTo: 'disease' },
  areas: { type: 'choices', dictionary: 'therapeuticarea' },
  age_band: choicesOf(ageBand),
  sex: choicesOf(sex),
  region: { type: 'choice', dictionary: 'subject' },
  drugs: { type: 'records', linkTo: 'drug' },
  specialities: { type: 'choices', dictionary: 'specialization' },
  basis: choicesOf(bases),
  authorship: choicesOf(authorships),
  presence: choicesOf(signPresences),
  mark: choicesOf({ low: 'ниже нормы', high: 'выше нормы', abnormal: 'отклонение', normal: 'норма' }),
  zygosity: choicesOf(zygosities),
  acmg: choicesOf(acmgClasses),
  kind: choicesOf(stepKinds),
};

/** Lists, with their parts that are compared. */
const lists: Readonly<Record<string, readonly string[]>> = {
  signs: ['title', 'presence', 'note'],
  tests: ['title', 'value', 'unit', 'reference', 'mark', 'when', 'note'],
  series: ['title', 'unit', 'low', 'high', 'laboratory', 'points'],
  points: ['age', 'value'],
  genes: ['gene', 'hgvs', 'zygosity', 'acmg', 'note'],
  timeline: ['kind', 'when', 'title', 'text'],
  figures: ['file', 'caption', 'alt'],
};

const fieldOf = (name: string, title = name): FieldDescription => ({
  name,
  title,
  type: 'line',
  isRequired: false,
  ...shapes[name],
  ...(lists[name] && { type: 'list', fields: lists[name].map((part) => fieldOf(part)) }),
});

/** Fields of a case for `differencesOf`; the consent is a file and not included. */
export const caseFields: readonly FieldDescription[] = Object.entries(caseSections)
  .filter(([name]) => name !== 'consent')
  .map(([name, title]) => fieldOf(name, title));
