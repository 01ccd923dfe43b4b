import {
  acmgClasses,
  authorships,
  bases,
  caseSections,
  signPresences,
  stepKinds,
  zygosities,
  type CaseSection,
} from '#domain/cases.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { ageBand, sex } from '#domain/vocabularies.ts';

const choicesOf = (titles: Readonly<Record<string, string>>): Partial<FieldDescription> => ({
  type: 'choice',
  choices: Object.entries(titles).map(([value, title]) => ({ value, title })),
});
const partsOf = (parts: Readonly<Record<string, Partial<FieldDescription>>>): Partial<FieldDescription> => ({
  type: 'list',
  fields: Object.entries(parts).map(([name, part]) => ({
    name,
    title: name,
    type: 'line',
    isRequired: false,
    ...part,
  })),
});

const marks = { low: 'ниже нормы', high: 'выше нормы', abnormal: 'отклонение', normal: 'норма' };
const line = {};

/** Exceptions to a single line of text; without files and the author's own actions. */
const shapes: Partial<Record<CaseSection, Partial<FieldDescription>>> = {
  diseases: { type: 'records', linkTo: 'disease' },
  areas: { type: 'choices', dictionary: 'therapeuticarea' },
  age_band: choicesOf(ageBand),
  sex: choicesOf(sex),
  region: { type: 'choice', dictionary: 'subject' },
  signs: partsOf({ title: line, presence: choicesOf(signPresences), note: line }),
  tests: partsOf({
    title: line,
    value: line,
    unit: line,
    reference: line,
    mark: choicesOf(marks),
    when: line,
    note: line,
  }),
  series: partsOf({
    title: line,
    unit: line,
    low: line,
    high: line,
    laboratory: line,
    points: partsOf({ age: line, value: line }),
  }),
  genes: partsOf({
    gene: line,
    hgvs: line,
    zygosity: choicesOf(zygosities),
    acmg: choicesOf(acmgClasses),
    note: line,
  }),
  timeline: partsOf({ kind: choicesOf(stepKinds), when: line, title: line, text: line }),
  drugs: { type: 'records', linkTo: 'drug' },
  specialities: { type: 'choices', dictionary: 'specialization' },
  figures: partsOf({ file: line, caption: line, alt: line }),
  basis: choicesOf(bases),
  authorship: choicesOf(authorships),
};

/** Fields of a case for `differencesOf`; the consent is a file and not included. */
export const caseFields: readonly FieldDescription[] = (Object.keys(caseSections) as CaseSection[])
  .filter((name) => name !== 'consent')
  .map((name) => ({
    name,
    title: caseSections[name],
    type: 'line',
    isRequired: false,
    ...shapes[name],
  }));
