import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '#domain/operator-error.ts';
import { browserFlags, ensureBrowser, findBrowser } from './browser.ts';
import { findFreePort, startProduct } from './product.ts';
import { findSite, listPages, type Page } from './site.ts';

/** Fetched on demand, because it has a hundred packages. */
const tool = 'lighthouse@13.5.0';

/** Checked kinds of pages, each by its longest text. */
const kinds = ['home', 'deseases', 'deseases/{id}', 'drugs/{id}', 'clinics', 'diagnostics'];
const runs = 3;

/** Minimum score of 100, and maximum milliseconds of LCP. */
const minScore = 100;
const latest = 1500;

const subjects = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  categories: Record<(typeof subjects)[number], { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
}

/**
 * `npm run check -- lighthouse [URL] [KIND …]`: Lighthouse's phone on slow 4G with a four times slower CPU,
 * on six kinds of pages of the published site or the named ones; medians of three. Simulated, but a busy
 * machine still costs points.
 */
export async function run(args: string[]): Promise<void> {
  const given = args.find((word) => word.startsWith('http'));
  const names = args.filter((word) => word !== given);
  ensureBrowser();
  const pages = await listPages(findSite());
  const product = given
    ? undefined
    : startProduct({ PORT: String(await findFreePort()), DATA_DIR: process.env.DATA_DIR ?? '.data' });
  const folder = await mkdtemp(join(tmpdir(), 'register-lighthouse-'));
  const short: string[] = [];
  try {
    const url = given ?? (await product?.whole()) ?? '';
    for (const kind of names.length > 0 ? names : kinds) {
      const page = await heaviest(pages.filter((one) => one.kind === kind));
      if (!page) continue;
      const reports: Report[] = [];
      for (let index = 0; index < runs; index++) {
        reports.push(await retry(new URL(page.address, url).href, join(folder, `${index}.json`)));
      }
      const scores = subjects.map((subject) =>
        Math.round(100 * median(reports.map(({ categories }) => categories[subject].score ?? 0))),
      );
      const seen = Math.round(
        median(reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Infinity)),
      );
      console.log(`${page.address}: ${scores.join(' / ')}, главное видно через ${seen} мс`);
      if (scores.some((score) => score < minScore) || seen > latest) {
        short.push(page.address);
        for (const title of whatIsWrong(reports)) console.log(`  ${title}`);
      }
    }
  } finally {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (short.length > 0)
    throw new OperatorError(
      `Меньше ${subjects.map(() => minScore).join(' / ')} или позже ${latest} мс: ${short.join(', ')}.`,
    );
}

async function heaviest(pages: readonly Page[]): Promise<Page | undefined> {
  const folder = findSite();
  const sizes = await Promise.all(pages.map(async ({ file }) => (await readFile(join(folder, file))).length));
  return pages[sizes.indexOf(Math.max(...sizes))];
}

/** Lighthouse sometimes fails with a broken trace and asks for a retry. */
async function retry(url: string, file: string): Promise<Report> {
  try {
    return await look(url, file);
  } catch (error) {
    console.log(
      `  не удалось, ещё раз: ${
        String(error)
          .split('\n')
          .find((line) => line.includes('error')) ?? ''
      }`,
    );
    return await look(url, file);
  }
}

async function look(url: string, file: string): Promise<Report> {
  await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      '--',
      tool,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${subjects.join(',')}`,
      `--chrome-flags=--headless=new ${browserFlags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() } },
  );
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

/** Failed audits of the first report. */
function whatIsWrong([report]: readonly Report[]): string[] {
  if (!report) return [];
  const counted = subjects.flatMap((subject) => report.categories[subject].auditRefs.map(({ id }) => id));
  return [...new Set(counted)]
    .map((id) => report.audits[id])
    .filter((audit) => typeof audit?.score === 'number' && audit.score < 1)
    .map((audit) => audit?.title ?? '');
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
