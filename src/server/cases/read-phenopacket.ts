import * as z from 'zod/mini';
import { findPersonalData } from '#domain/deidentification/detector.ts';
import { ageFormat } from '#domain/phenopacket.ts';
import { HttpError } from '../http-error.ts';

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

/** Accepted parts of a phenopacket, of which a case has fewer; others are rejected by path. */
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

/**
 * Reads a phenopacket (version 2) or throws with its errors and their paths: unsupported fields, wrong types,
 * and notes with suspected personal data.
 */
export function readPhenopacket(json: unknown): z.infer<typeof packet> {
  const read = z.safeParse(packet, json);
  const problems = read.success
    ? read.data.phenotypicFeatures.flatMap(({ description = '' }, place) =>
        findPersonalData(description).map(
          ({ words }) => `phenotypicFeatures.${place}.description: похоже на личные данные: «${words}»`,
        ),
      )
    : read.error.issues.flatMap(problemsOf);
  const [first, ...also] = problems.map((message) => ({ message, field: 'phenopacket' }));
  if (first) throw new HttpError(400, first.message, first.field, { also: also.slice(0, 20) });
  return read.data!;
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...path, key].join('.')}: портал этого поля не хранит: уберите его`);
  return [`${path.join('.') || '—'}: ${issue.message}`];
}
