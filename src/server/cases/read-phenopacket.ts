import * as z from 'zod/mini';
import { findPersonalData } from '#domain/deidentification/detector.ts';
import {
  ageFormat,
  coarseAge,
  coarseMoment,
  type PhenopacketDisease,
  type PhenopacketOnset,
  type PhenopacketPatient,
  type PhenopacketSign,
} from '#domain/phenopacket.ts';

const maxSigns = 500;
const maxDiseases = 20;
const text = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, `не длиннее ${maxLength} знаков`));
const term = (pattern: RegExp, example: string) =>
  z.strictObject({
    id: z.string().check(z.regex(pattern, `нужен номер вида ${example}`)),
    label: z.optional(text(500)),
  });
const age = z.strictObject({
  iso8601duration: z.string().check(z.regex(ageFormat, 'нужен возраст вида P3Y2M')),
});
const hpo = /^HP:\d{7}$/;
const disease = /^(?:ORPHA|OMIM|MONDO):\d{1,7}$/;

/** Supported parts of a phenopacket; others are rejected by path. */
const packet = z.strictObject({
  id: z.optional(text(200)),
  subject: z.optional(
    z.strictObject({
      id: z.optional(text(200)),
      timeAtLastEncounter: z.optional(z.strictObject({ age })),
      sex: z.optional(z.enum(['FEMALE', 'MALE', 'UNKNOWN_SEX', 'OTHER_SEX'])),
    }),
  ),
  phenotypicFeatures: z._default(
    z
      .array(
        z.strictObject({
          type: term(hpo, 'HP:0001744'),
          excluded: z.optional(z.boolean()),
          description: z.optional(text(500)),
        }),
      )
      .check(z.maxLength(maxSigns, `не больше ${maxSigns} признаков`)),
    [],
  ),
  diseases: z._default(
    z
      .array(
        z.strictObject({
          term: term(disease, 'ORPHA:355'),
          excluded: z.optional(z.boolean()),
          onset: z.optional(
            z.union([
              z.strictObject({ age }),
              z.strictObject({
                gestationalAge: z.strictObject({
                  weeks: z.int().check(z.gte(0), z.lte(50)),
                  days: z.optional(z.int().check(z.gte(0), z.lte(6))),
                }),
              }),
              z.strictObject({ ontologyClass: term(hpo, 'HP:0003577') }),
            ]),
          ),
        }),
      )
      .check(z.maxLength(maxDiseases, `не больше ${maxDiseases} заболеваний`)),
    [],
  ),
  // Author and resources are read and not stored.
  metaData: z.optional(
    z.object({
      created: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T/, 'нужна дата ISO 8601'))),
    }),
  ),
});

/** An error and its path: `subject.dateOfBirth`, `phenotypicFeatures.3.type.id`. */
interface PhenopacketProblem {
  path: string;
  message: string;
}

/**
 * Reads a phenopacket (version 2) or returns its errors: unsupported fields, wrong types, and notes with
 * suspected personal data.
 */
export function readPhenopacket(
  json: unknown,
): { patient: PhenopacketPatient } | { problems: PhenopacketProblem[] } {
  const read = z.safeParse(packet, json);
  if (!read.success) return { problems: read.error.issues.flatMap(problemsOf) };
  const { id, subject, phenotypicFeatures, diseases, metaData } = read.data;
  const problems = phenotypicFeatures.flatMap(({ description }, place) =>
    findPersonalData(description ?? '').map(({ words }) => ({
      path: `phenotypicFeatures.${place}.description`,
      message: `похоже на личные данные: «${words}»`,
    })),
  );
  if (problems.length > 0) return { problems };
  const sex = ({ FEMALE: 'female', MALE: 'male', OTHER_SEX: 'other' } as const)[
    subject?.sex as 'FEMALE' | 'MALE' | 'OTHER_SEX'
  ];
  const known = subject?.timeAtLastEncounter?.age.iso8601duration;
  return {
    patient: {
      id: id ?? subject?.id ?? 'proband',
      ...(sex ? { sex } : {}),
      ...(known === undefined ? {} : { age: coarseAge(known) }),
      signs: phenotypicFeatures.map(({ type, excluded, description }): PhenopacketSign => ({
        hpo: type.id,
        ...(type.label ? { title: type.label } : {}),
        ...(excluded ? { isAbsent: true } : {}),
        ...(description ? { note: description } : {}),
      })),
      diseases: diseases.map(({ term: { id: code, label }, excluded, onset }): PhenopacketDisease => ({
        id: code,
        ...(label ? { title: label } : {}),
        ...(excluded ? { isExcluded: true } : {}),
        ...(onset ? { onset: onsetIn(onset) } : {}),
      })),
      ...(metaData?.created ? { created: coarseMoment(metaData.created) } : {}),
    },
  };
}

type Packet = z.infer<typeof packet>;
type Onset = NonNullable<Packet['diseases'][number]['onset']>;

function onsetIn(onset: Onset): PhenopacketOnset {
  if ('age' in onset) return { age: coarseAge(onset.age.iso8601duration) };
  if ('gestationalAge' in onset) {
    const { weeks, days } = onset.gestationalAge;
    return { weeks, ...(days === undefined ? {} : { days }) };
  }
  const { id, label } = onset.ontologyClass;
  return { hpo: id, ...(label ? { title: label } : {}) };
}

function problemsOf(issue: z.core.$ZodIssue): PhenopacketProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      message: 'портал этого поля не хранит: уберите его',
    }));
  return [{ path: path.join('.') || '—', message: issue.message }];
}
