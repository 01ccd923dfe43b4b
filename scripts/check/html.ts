import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { HtmlValidate, type ConfigData } from 'html-validate';
import { OperatorError } from '#domain/operator-error.ts';
import { drawOptions, drawPages, findSite, listPages, readDraw, type Page } from './site.ts';
import { readArguments } from '../arguments.ts';

/** The standard and its practice; formatting is the compiler's affair. */
const rules: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'doctype-style': 'off',
    'void-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-raw-characters': 'off',
    // Titles end with name and tagline, as specified.
    'long-title': 'off',
    'require-sri': 'off',
    'tel-non-breaking': 'off',
    // Headings with source numbers are labelled by text only.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Safari needs the role on lists without bullets.
    'no-redundant-role': 'off',
    // A scrolling table is a named region; `section` adds nothing. A combobox list is dynamic: `select`
    // cannot be.
    'prefer-native-element': ['error', { exclude: ['region', 'listbox'] }],
  },
  elements: ['html5', { 'astro-island': { flow: true, phrasing: true, transparent: true } }],
};

/** Validates pages (default: all of the folder); returns a sentence for each error. */
export async function findInvalidHtml(
  folder: string,
  chosen?: readonly Page[],
): Promise<{ problems: string[]; pages: number }> {
  const files = (chosen ?? (await listPages(folder))).map(({ file }) => join(folder, file));
  const threads = Math.min(availableParallelism(), 8);
  // Similar pages are adjacent: every thread gets some of each.
  const shares = Array.from({ length: threads }, (_, thread) =>
    files.filter((_file, index) => index % threads === thread),
  );
  const found = await Promise.all(shares.map(validateInThread));
  return { problems: found.flat().map((problem) => problem.replace(folder, '')), pages: files.length };
}

/**
 * `npm run check -- html [FOLDER] [--each 10] [--seed N] [--all]`: pages of every template and tier; the
 * whole base takes a quarter of an hour.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'check html',
    arguments: '[ПАПКА]',
    about: 'HTML страниц, по десять каждого вида.',
    options: drawOptions,
  });
  const folder = findSite(positionals[0]);
  const chosen = await drawPages(folder, await listPages(folder), readDraw(values, 10));
  const { problems, pages } = await findInvalidHtml(folder, chosen);
  for (const problem of problems.slice(0, 50)) console.log(problem);
  console.log(`HTML: страниц ${pages}, ошибок ${problems.length}`);
  if (problems.length > 0) throw new OperatorError('Есть страницы с ошибками HTML.');
}

function validateInThread(files: string[]): Promise<string[]> {
  if (files.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: files });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread && parentPort && Array.isArray(workerData)) {
  const validator = new HtmlValidate(rules);
  const problems: string[] = [];
  for (const file of workerData as string[]) {
    const { results } = await validator.validateFile(file);
    for (const { messages } of results) {
      for (const { line, column, ruleId, message } of messages) {
        problems.push(`${file}:${line}:${column} ${ruleId}: ${message}`);
      }
    }
  }
  parentPort.postMessage(problems);
}
