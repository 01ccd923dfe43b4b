import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from '../check/browser.ts';
import { root, runTool } from '../check/tool.ts';
import { readReport, withReason, withRunner, type StepResult } from './result.ts';

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; projectName: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface JourneyReport extends Suite {
  stats: { expected: number; skipped: number };
  errors: { message?: string }[];
}

/** The journeys in a browser; Playwright itself goes those that fail once more where that is wanted. */
export async function runJourneys(filters: string[]): Promise<StepResult> {
  ensureBrowser();
  const report = join(root, 'test-results/e2e.json');
  await rm(report, { force: true });
  const isPassed = await runTool('playwright', ['test', '--pass-with-no-tests', ...filters]);
  const told = await readReport<JourneyReport>(report);
  const unsteady = told ? namesOf(told, 'flaky') : [];
  const outside = (told?.errors ?? []).map(({ message }) => withReason('playwright', message));
  const failed = told ? [...namesOf(told, 'unexpected'), ...outside] : [];
  return {
    passed: (told?.stats.expected ?? 0) + unsteady.length,
    failed: withRunner(failed, isPassed, 'playwright'),
    unsteady,
    skipped: told?.stats.skipped ?? 0,
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
