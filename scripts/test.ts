import { readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { OperatorError } from '#domain/operator-error.ts';
import { ensureBrowser } from './check/browser.ts';
import { codeChecks } from './check/code.ts';
import { root, runTool } from './check/tool.ts';

interface Result {
  passed: number;
  /** Names, each with the beginning of what the runner said of it. */
  failed: string[];
  /** Journeys that passed when gone a second time: counted as passed, and named. */
  unsteady: string[];
  skipped: number;
}

type Step = (filters: string[]) => Promise<Result>;

const steps: Record<string, Step> = {
  ...Object.fromEntries(
    Object.entries(codeChecks).map(([name, check]) => [name, async () => countOne(name, await check())]),
  ),
  starter: checkStarter,
  unit: runUnit,
  e2e: runJourneys,
};

/**
 * `npm test` runs everything and ends with the line `N passed, N failed`. Words after `--` narrow it: names of steps
 * (types, lint, unit, e2e …), or parts of the names of test files (`npm test -- api`).
 */
export async function run(args: string[]): Promise<void> {
  const filters = args.filter((arg) => !(arg in steps));
  const named = args.filter((arg) => arg in steps);
  const chosen = named.length > 0 ? named : filters.length > 0 ? ['unit', 'e2e'] : Object.keys(steps);
  const total: Result = { passed: 0, failed: [], unsteady: [], skipped: 0 };
  for (const [name, step] of Object.entries(steps)) {
    if (!chosen.includes(name)) continue;
    console.log(`— ${name}`);
    const { passed, failed, unsteady, skipped } = await step(filters);
    total.passed += passed;
    total.failed.push(...failed);
    total.unsteady.push(...unsteady);
    total.skipped += skipped;
  }
  for (const name of total.unsteady) console.log(`прошёл со второго раза: ${name}`);
  for (const name of total.failed) console.log(`не прошёл: ${name}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`);
  if (total.failed.length > 0) process.exitCode = 1;
}

const countOne = (name: string, isPassed: boolean): Result => ({
  passed: isPassed ? 1 : 0,
  failed: isPassed ? [] : [name],
  unsteady: [],
  skipped: 0,
});

/** The catalogue that ships, record by record. */
async function checkStarter(): Promise<Result> {
  const { run: check } = await import('./check/starter.ts');
  try {
    await check();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.log(error.message);
    return countOne('starter', false);
  }
  return countOne('starter', true);
}

interface UnitReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

async function runUnit(filters: string[]): Promise<Result> {
  const report = join(root, 'test-results/unit.json');
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isPassed = await runTool('vitest', ['run', '--passWithNoTests', ...reporters, ...filters]);
  const told = await readReport<UnitReport>(report);
  const failed = (told?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages: [message] }) => withReason(fullName, message));
    // A file that does not load has no tests to name.
    return status === 'failed' && names.length === 0 ? [name] : names;
  });
  const skipped = told?.numPendingTests ?? 0;
  return {
    passed: told?.numPassedTests ?? 0,
    failed: withRest(failed, isPassed, 'vitest'),
    unsteady: [],
    skipped,
  };
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; projectName: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface JourneyReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

async function runJourneys(filters: string[]): Promise<Result> {
  ensureBrowser();
  const report = join(root, 'test-results/e2e.json');
  await rm(report, { force: true });
  const isPassed = await runTool('playwright', ['test', '--pass-with-no-tests', ...filters]);
  const told = await readReport<JourneyReport>(report);
  const { expected = 0, skipped = 0 } = told?.stats ?? {};
  const unsteady = told ? namesOf(told, 'flaky') : [];
  return {
    passed: expected + unsteady.length,
    failed: withRest(told ? namesOf(told, 'unexpected') : [], isPassed, 'playwright'),
    unsteady,
    skipped,
  };
}

const namesOf = ({ suites = [], specs = [] }: Suite, wanted: 'unexpected' | 'flaky'): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) =>
        withReason(`${file}: ${title} (${projectName})`, results.find(({ error }) => error)?.error?.message),
      ),
  ),
  ...suites.flatMap((suite) => namesOf(suite, wanted)),
];

const longestReason = 12;

/** The first lines of an error tell enough to look further, where the whole log is out of reach. */
const withReason = (name: string, message = '') =>
  [name, ...stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, longestReason)].join(
    '\n    ',
  );

/** A runner that fails without naming a test has failed itself. */
const withRest = (failed: string[], isPassed: boolean, runner: string) =>
  failed.length === 0 && !isPassed ? [runner] : failed;

async function readReport<Report>(file: string): Promise<Report | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Report) : undefined;
}
