import * as z from 'zod/mini';
import type { FileAnswer } from '#contract/call.ts';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';
import { demonstration } from '#domain/cases.ts';
import { readPhenopacket } from './read-phenopacket.ts';
import { phenopacketOf, yearsOf, type PhenopacketPatient } from '#domain/phenopacket.ts';
import { currentSite } from '../site/site-text.ts';
import type { ReadDatabase } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { CaseRow } from '../database/tables.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { readSigns } from '../thread/signs.ts';
import { getOwn } from './author-view.ts';
import { readContent } from './content.ts';
import { readPublished } from './published.ts';

export const phenopacketHandlers = {
  'GET /api/cases/{id}/phenopacket': async (caller, { path }) => {
    const row = await readPublished(caller, path.id);
    return await phenopacketFile(caller, row, row.shown);
  },
  'GET /api/user/cases/{id}/phenopacket': async (caller, { path }) => {
    const row = await getOwn(caller.db, caller.user, path.id);
    return await phenopacketFile(caller, row, row.data);
  },
} satisfies Partial<Handlers>;

/**
 * A case as a phenopacket: examined signs, catalogue diseases, sex; no region, pictures or text. An invented
 * case says so in its id and its maker.
 */
async function phenopacketFile(
  { db, now }: Caller,
  { id, demo }: CaseRow,
  stored: string,
): Promise<FileAnswer> {
  const content = readContent(stored);
  const isDemo = demo === 1;
  const records = await recordsBy(db, 'id', content.diseases);
  const patient: PhenopacketPatient = {
    id: `${isDemo ? 'demonstration' : 'case'}-${id}`,
    ...(content.sex === '' ? {} : { sex: content.sex }),
    signs: content.signs
      .filter(({ presence }) => presence !== 'unknown')
      .map(({ hpo, title, presence, note }) => ({
        hpo,
        title,
        note,
        ...(presence === 'no' ? { isAbsent: true } : {}),
      })),
    diseases: content.diseases.flatMap((disease) => {
      const record = records.find((one) => one.id === disease);
      return record?.external?.startsWith('ORPHA:') ? [{ id: record.external, title: record.title }] : [];
    }),
  };
  const { source } = await readSigns();
  const { title } = await currentSite(db);
  const packet = phenopacketOf(patient, {
    by: isDemo ? `${title}: ${demonstration}` : title,
    at: now(),
    hpo: source.editions['HPO'] ?? '',
  });
  return {
    type: 'application/json',
    body: new TextEncoder().encode(JSON.stringify(packet, null, 2)),
    name: `case-${id}.phenopacket.json`,
  };
}

/** Content of a draft from a phenopacket; signs get their titles on saving. */
export async function contentOf(db: ReadDatabase, json: unknown): Promise<CaseContent> {
  const read = readPhenopacket(json);
  if ('problems' in read) {
    const [first, ...also] = read.problems.map(({ path, message }) => ({
      message: `${path}: ${message}`,
      field: 'phenopacket',
    }));
    throw new HttpError(400, first!.message, 'phenopacket', { also: also.slice(0, 20) });
  }
  const { sex, age, signs, diseases } = read.patient;
  const named = diseases.filter(({ isExcluded }) => !isExcluded);
  const records = await recordsBy(
    db,
    'external',
    named.map(({ id }) => id),
  );
  const unknown = named.filter(({ id }) => !records.some(({ external }) => external === id));
  return z.parse(caseContent, {
    sex: sex === 'other' ? '' : (sex ?? ''),
    age_band: age === undefined ? '' : bandOf(yearsOf(age)),
    diseases: records.map(({ id }) => id),
    suspected: unknown.map(({ id, title }) => title ?? id).join('; '),
    signs: signs.map(({ hpo, title = '', isAbsent, note = '' }) => ({
      hpo,
      title,
      presence: isAbsent ? 'no' : 'yes',
      note,
    })),
  });
}

/** Published diseases by id or external code. */
async function recordsBy(db: ReadDatabase, by: 'id' | 'external', values: readonly (number | string)[]) {
  if (values.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .select(['id', 'external', 'card'])
    .where('kind', '=', 'disease')
    .where('state', '=', 'published')
    .where(by, 'in', values)
    .execute();
  return rows.map(({ id, external, card }) => ({
    id,
    external,
    title: (JSON.parse(card) as { title: string }).title,
  }));
}

/** Age band (vocabularies.ts/ageBand) of an age. */
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
