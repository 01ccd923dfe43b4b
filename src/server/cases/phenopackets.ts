import * as z from 'zod/mini';
import type { FileAnswer } from '#contract/call.ts';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';
import { demonstration } from '#domain/cases.ts';
import { findPersonalData } from '#domain/deidentification/detector.ts';
import { ageFormat, coarseAge, phenopacketOf, yearsOf } from '#domain/phenopacket.ts';
import { publishedDiseases } from '../catalogue/names.ts';
import { currentSite } from '../site/site-text.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { readSigns } from '../thread/signs.ts';
import { getOwn } from './author-view.ts';
import { readContent } from './content.ts';
import { readPublished } from './published.ts';

export const phenopacketHandlers = {
  'GET /api/cases/{id}/phenopacket': async (caller, { path }) => {
    const row = await readPublished(caller, path.id);
    return await phenopacketFile(caller, row, row.content);
  },
  'GET /api/user/cases/{id}/phenopacket': async (caller, { path }) => {
    const row = await getOwn(caller.db, caller.user, path.id);
    return await phenopacketFile(caller, row, readContent(row.data));
  },
} satisfies Partial<Handlers>;

/**
 * A case as a phenopacket: examined signs, catalogue diseases, sex; no region, pictures or text. An invented
 * case says so in its id and its maker.
 */
async function phenopacketFile(
  { db, now }: Caller,
  { id, demo }: CaseRow,
  content: CaseContent,
): Promise<FileAnswer> {
  const isDemo = demo === 1;
  const records = await publishedDiseases(db, 'id', content.diseases);
  const { source } = await readSigns();
  const { title: portal } = await currentSite(db);
  const packet = phenopacketOf(
    {
      id: `${isDemo ? 'demonstration' : 'case'}-${id}`,
      sex: content.sex || undefined,
      signs: content.signs
        .filter(({ presence }) => presence !== 'unknown')
        .map(({ presence, ...sign }) => ({ ...sign, isAbsent: presence === 'no' })),
      diseases: content.diseases.flatMap((disease) => {
        const record = records.find((one) => one.id === disease);
        return record?.external?.startsWith('ORPHA:') ? [{ id: record.external, title: record.title }] : [];
      }),
    },
    {
      by: isDemo ? `${portal}: ${demonstration}` : portal,
      at: now(),
      hpo: source.editions['HPO'] ?? '',
    },
  );
  return {
    type: 'application/json',
    body: new TextEncoder().encode(JSON.stringify(packet, null, 2)),
    name: `case-${id}.phenopacket.json`,
  };
}

/** Content of a draft from a phenopacket; signs get their titles on saving. */
export async function contentOf(db: ReadDatabase, json: unknown): Promise<CaseContent> {
  const { subject, phenotypicFeatures, diseases } = readPhenopacket(json);
  const named = diseases.filter(({ excluded }) => !excluded).map(({ term }) => term);
  const records = await publishedDiseases(
    db,
    'external',
    named.map(({ id }) => id),
  );
  const unknown = named.filter(({ id }) => !records.some(({ external }) => external === id));
  const age = subject?.timeAtLastEncounter?.age.iso8601duration;
  return z.parse(caseContent, {
    sex: subject?.sex === 'FEMALE' ? 'female' : subject?.sex === 'MALE' ? 'male' : '',
    age_band: age === undefined ? '' : bandOf(yearsOf(coarseAge(age))),
    diseases: records.map(({ id }) => id),
    suspected: unknown.map(({ id, label }) => label || id).join('; '),
    signs: phenotypicFeatures.map(({ type, excluded, description = '' }) => ({
      hpo: type.id,
      title: type.label ?? '',
      presence: excluded ? 'no' : 'yes',
      note: description,
    })),
  });
}

export function bandOf(years: number): CaseContent['age_band'] {
  const bounds = [
    [29 / 365.25, 'neonatal'],
    [1, 'infant'],
    [4, 'toddler'],
    [7, 'preschool'],
    [12, 'school'],
    [18, 'adolescent'],
    [40, 'young'],
    [60, 'middle'],
  ] as const;
  return bounds.find(([to]) => years < to)?.[1] ?? 'old';
}

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
