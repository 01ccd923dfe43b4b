import type { CaseCheck } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { passagesOf } from '#contract/forms/case-texts.ts';
import { reasonOf } from '#contract/forms/masked-text.ts';
import { caseLimits, caseSections, neededSections } from '#domain/cases.ts';
import { problemOfGene, problemOfHgvs } from '#domain/hgvs.ts';
import { monthsOf, numberOf, type Series } from '#domain/series.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseFileRow, CaseRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';
import { hasConsentRecord } from './consents.ts';
import { findingsOf } from './findings.ts';
import { rarityOfCase } from './rarity.ts';

type Problem = CaseCheck['problems'][number];

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

/** The first sentence of a question, cut at a word. */
export function beginningOf(question: string): string {
  const [sentence = ''] = question.trim().split(/(?<=[.?!…])\s|\n/);
  return sentence.length <= 100 ? sentence : `${sentence.slice(0, 100).replace(/\s+\S*$/, '')}…`;
}

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

/** Errors that block submission; `path` is within the series. */
export function problemsOfSeries(series: Series): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const name = series.title.trim() || 'без названия';
  const add = (path: string, message: string) =>
    problems.push({ path, message: `Показатель «${name}»: ${message}` });
  if (series.title.trim() === '') add('title', 'напишите, что измеряли.');
  if (series.unit.trim() === '') add('unit', 'укажите единицу измерения.');
  for (const key of ['low', 'high'] as const)
    if (series[key].trim() !== '' && numberOf(series[key]) === undefined)
      add(key, 'граница нормы должна быть числом.');
  const [low, high] = [numberOf(series.low), numberOf(series.high)];
  if (low !== undefined && high !== undefined && low >= high)
    add('high', 'верхняя граница нормы должна быть больше нижней.');
  if (series.points.length === 0) add('title', 'добавьте хотя бы одно измерение.');
  series.points.forEach(({ age, value }, index) => {
    if (monthsOf(age) === undefined)
      add(
        `points.${index}.age`,
        `измерение ${index + 1}: укажите возраст, а не дату: «4 г. 6 мес.» или «3,5».`,
      );
    if (numberOf(value) === undefined) add(`points.${index}.value`, `измерение ${index + 1}: нужно число.`);
  });
  return problems;
}
