import * as z from 'zod/mini';
import type { ReviewedCase } from '#contract/cases.ts';
import { caseContent } from '#contract/forms/cases.ts';
import {
  acmgClasses,
  authorships,
  bases,
  caseSections,
  signPresences,
  stepKinds,
  zygosities,
  type Check,
} from '#domain/cases.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { differencesOf } from '#domain/editing/differences.ts';
import { ageBand, sex } from '#domain/vocabularies.ts';
import { namesIn } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { giveConsent } from './consents.ts';
import { readContent } from './content.ts';
import { findFile, giveFile } from './files.ts';
import { noCase, remarksOf, authorView } from './author-view.ts';
import { linkedOf } from './published.ts';
import { checkCase } from './validation.ts';
import { namesOf } from './people.ts';

/** A case that editors may read: the submitted text, otherwise the published edition. Drafts do not exist. */
export async function getReviewable(db: ReadDatabase, id: number): Promise<CaseRow> {
  const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (row.state !== 'review' && row.published === 0)) throw noCase();
  return row.state === 'review' ? row : { ...row, data: row.shown ?? row.data };
}

export const reviewHandlers = {
  'GET /api/editors/cases/{id}': async (caller, { path: { id } }) => {
    const db = caller.db;
    return await reviewView(db, caller, await getReviewable(db, id));
  },
  'GET /api/editors/cases/{id}/files/{file}': async (caller, { path: { id, file } }) => {
    const db = caller.db;
    const row = await getReviewable(db, id);
    const found = await findFile(db, id, file);
    if (found?.role === 'consent') return await giveConsent(caller, row, found);
    const isSent = readContent(row.data).figures.some((figure) => figure.file === file);
    return await giveFile(isSent ? found : undefined, caller);
  },
} satisfies Partial<Handlers>;

export async function reviewView(db: ReadDatabase, caller: Caller, row: CaseRow): Promise<ReviewedCase> {
  const own = await authorView(db, row, 'editors');
  const names = await namesOf(db, [row.user_id]);
  const cards = await linkedOf(db, [...own.content.diseases, ...own.content.drugs]);
  const reviews = await db
    .selectFrom('case_reviews')
    .selectAll()
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute();
  // Unused pictures are not part of the submission.
  const sent = new Set(own.content.figures.map(({ file }) => file));
  return {
    ...own,
    files: own.files.filter(({ id, role }) => (role === 'consent' ? row.state === 'review' : sent.has(id))),
    author: { ...names.full(row.user_id), verified: names.isVerified(row.user_id) },
    disease_cards: cards(own.content.diseases),
    drug_cards: cards(own.content.drugs),
    check: await checkCase(db, caller, row, own.content),
    former_remarks: (await remarksOf(db, row)).filter(({ round }) => round < row.round),
    changes: await changesOf(db, row),
    reviews: reviews.map(({ at, decision, checks, reason, editor_id }) => ({
      at,
      decision: decision as ReviewedCase['reviews'][number]['decision'],
      checks: JSON.parse(checks) as Check[],
      reason,
      own: editor_id === caller.user.id,
    })),
  };
}

/** Changes since the return, or since the published edition. */
async function changesOf(db: ReadDatabase, row: CaseRow): Promise<ReviewedCase['changes']> {
  const before = row.returned ?? (row.published === 1 ? row.shown : null);
  if (row.state !== 'review' || before === null) return null;
  const [was, is] = [comparable(before), comparable(row.data)];
  return {
    since: row.returned === null ? 'published' : 'returned',
    differences: differencesOf(caseFields, was, is, await namesIn(db, caseFields, [was, is])),
  };
}

/** Content with names of pictures, whose captions may be equal. */
function comparable(stored: string) {
  const { figures, ...content } = readContent(stored);
  return { ...content, figures: figures.map((figure) => ({ ...figure, file: `снимок № ${figure.file}` })) };
}

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

interface Part {
  items?: { properties?: Record<string, Part> };
}

const fieldOf = (name: string, { items }: Part, title = name): FieldDescription => ({
  name,
  title,
  type: 'line',
  isRequired: false,
  ...shapes[name],
  ...(items?.properties && { type: 'list', fields: partsOf(items.properties) }),
});

/** Numbers of signs are left out: their titles are compared. */
const partsOf = (properties: Record<string, Part>) =>
  Object.entries(properties).flatMap(([name, part]) => (name === 'hpo' ? [] : [fieldOf(name, part)]));

const { properties = {} } = z.toJSONSchema(caseContent, { io: 'input', unrepresentable: 'any' });

/** Fields of a case for `differencesOf`; the consent is a file and not included. */
const caseFields = Object.entries(caseSections).flatMap(([name, title]) =>
  name in properties ? [fieldOf(name, properties[name] as Part, title)] : [],
);
