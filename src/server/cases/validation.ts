import { countRows } from '../database/page.ts';
import type { CaseCheck } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/case-texts.ts';
import { reasonOf } from '#contract/forms/masked-text.ts';
import { caseLimits, caseSections, neededSections } from '#domain/cases.ts';
import { problemOfGene, problemOfHgvs } from '#domain/hgvs.ts';
import { problemsOfSeries } from './series.ts';
import { kindsByName, type RecordOf } from '#domain/kinds/index.ts';
import { rarityOf } from './rarity.ts';
import { prevalenceClass } from '#domain/vocabularies.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseFileRow, CaseRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';
import { readTowns } from '../catalogue/cities.ts';
import { hasConsentRecord } from './consents.ts';
import { findingsOf } from './findings.ts';

type Problem = CaseCheck['problems'][number];

/** All obstacles to submission. */
export async function checkCase(
  db: ReadDatabase,
  caller: Caller,
  { id }: CaseRow,
  content: CaseContent,
): Promise<CaseCheck> {
  const files = await db.selectFrom('case_files').selectAll().where('case_id', '=', id).execute();
  const problems = problemsOf(content, files, await hasConsentRecord(db, id));
  const findings = await findingsOf(caller, content);
  const rarity = await rarityOfCase(db, id, content);
  const ready =
    problems.length === 0 &&
    findings.every(({ cleared }) => cleared) &&
    (!rarity.isRare || content.rarity_accepted);
  return { ready, problems, findings, rarity };
}

function problemsOf(content: CaseContent, files: readonly CaseFileRow[], hadPaper: boolean): Problem[] {
  const problems: Problem[] = [];
  const add = (field: Problem['field'], message: string, path: string = field) =>
    problems.push({ field, path, message });
  // A question alone suffices: its first words become the title.
  const required = content.question.trim() === '' ? [] : ['title', 'complaint'];
  for (const field of neededSections)
    if (content[field].trim() === '' && !required.includes(field))
      add(field, `Заполните раздел «${caseSections[field]}».`);
  for (const { section, path, text } of passagesOf(content)) {
    const maxLength = section === 'question' ? caseLimits.question : caseLimits.text;
    if (text.length > maxLength)
      add(
        section,
        `«${caseSections[section]}»: не длиннее ${maxLength} знаков, сейчас ${text.length}.`,
        path,
      );
  }
  if (content.basis === 'consent' && !hadPaper && !files.some(({ role }) => role === 'consent'))
    add('consent', 'Приложите согласие пациента: его увидит только редакция.');
  content.genes.forEach(({ gene, hgvs }, index) => {
    const wrong = { gene: problemOfGene(gene), hgvs: hgvs.trim() === '' ? '' : problemOfHgvs(hgvs) };
    for (const [key, message] of Object.entries(wrong))
      if (message !== '') add('genes', message, `genes.${index}.${key}`);
  });
  content.series.forEach((series, index) => {
    for (const { path, message } of problemsOfSeries(series))
      add('series', message, `series.${index}.${path}`);
  });
  content.figures.forEach(({ alt, caption }, index) => {
    const figure = `Снимок ${index + 1}`;
    if (caption.trim() === '') add('figures', `${figure}: напишите подпись.`, `figures.${index}.caption`);
    if (alt.trim() === '')
      add('figures', `${figure}: опишите, что на нём, для тех, кто его не видит.`, `figures.${index}.alt`);
  });
  return problems;
}

/** The rarest disease decides. */
async function rarityOfCase(
  db: ReadDatabase,
  id: number,
  content: CaseContent,
): Promise<CaseCheck['rarity']> {
  const ids = content.diseases.length > 0 ? content.diseases : [null];
  const inhabitants = await populationOf(content.region);
  const rarities = await Promise.all(
    ids.map(async (disease) =>
      rarityOf({
        per100000: disease === null ? null : await prevalenceOf(db, disease),
        inhabitants,
        hasRegion: content.region !== '',
        band: content.age_band,
        published: disease === null ? 0 : await countAlike(db, id, disease, content),
      }),
    ),
  );
  return rarities.find(({ isRare }) => isRare) ?? rarities[0]!;
}

/** Prevalence per 100,000: the lowest stated, so that the warning is more likely. */
async function prevalenceOf(db: ReadDatabase, disease: number): Promise<number | null> {
  const row = await db
    .selectFrom('records')
    .select('data')
    .where('id', '=', disease)
    .where('kind', '=', kindsByName.disease.name)
    .executeTakeFirst();
  const { prevalence = [] } = JSON.parse(row?.data ?? '{}') as Partial<RecordOf<typeof kindsByName.disease>>;
  const known = prevalence.flatMap(({ type, class: name, figure }) => {
    if (type === 'cases' || type === 'incidence') return [];
    const rate = figure || (name && prevalenceClass[name].to);
    return rate ? [rate] : [];
  });
  return known.length === 0 ? null : Math.min(...known);
}

async function countAlike(
  db: ReadDatabase,
  id: number,
  disease: number,
  content: CaseContent,
): Promise<number> {
  const holders = (field: string, value: string) =>
    db.selectFrom('case_values').select('case_id').where('field', '=', field).where('value', '=', value);
  return await countRows(
    db
      .selectFrom('cases')
      .where('published', '=', 1)
      .where('demo', '=', 0)
      .where('id', '!=', id)
      .where('id', 'in', holders('diseases', String(disease)))
      .where('id', 'in', holders('age_band', content.age_band))
      .$if(content.region !== '', (query) => query.where('id', 'in', holders('region', content.region))),
  );
}

/** The first sentence of a question, cut at a word. */
export function beginningOf(question: string): string {
  const [sentence = ''] = question.trim().split(/(?<=[.?!…])\s|\n/);
  return sentence.length <= 100 ? sentence : `${sentence.slice(0, 100).replace(/\s+\S*$/, '')}…`;
}

/** Throws unless the case is complete, with all reasons. */
export async function requireComplete(
  db: ReadDatabase,
  caller: Caller,
  row: CaseRow,
  content: CaseContent,
): Promise<void> {
  const { ready, problems, findings, rarity } = await checkCase(db, caller, row, content);
  if (ready) return;
  const all = [
    ...problems.map(({ path, message }) => ({ field: path, message })),
    ...findings
      .filter(({ cleared }) => !cleared)
      .map((finding) => ({ field: finding.path, message: reasonOf(finding) })),
    ...(rarity.isRare && !content.rarity_accepted ? [{ field: 'region', message: rarity.message }] : []),
  ].slice(0, 50);
  const [first, ...also] = all;
  throw new HttpError(400, first?.message ?? 'Случай ещё не готов.', first?.field, { also });
}

/**
 * Population of the cities of a federal subject, or of all (src/starter/cities.tsv, HFLabs). An underestimate
 * without villages, so that the warning is more likely. null without cities.
 */
async function populationOf(region: string): Promise<number | null> {
  const towns = await readTowns();
  const people = towns
    .filter(({ subject }) => region === '' || subject === region)
    .reduce((sum, town) => sum + town.people, 0);
  return people || null;
}
