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

/** Browser journeys: all, or the main ones (tag @smoke). */
export async function runJourneys({
  filters,
  isAll,
  options,
}: {
  filters: string[];
  isAll: boolean;
  options: string[];
}): Promise<StepResult> {
  ensureBrowser();
  const report = join(root, 'test-results/e2e.json');
  await rm(report, { force: true });
  // Playwright matches whole paths: a checkout folder with this word would match all.
  const files = filters.map((filter) => `tests/e2e/.*${filter.replace(/^tests\/e2e\//, '')}`);
  const chosen = isAll ? files : ['--grep', '@smoke', ...files];
  const isPassed = await runTool('playwright', ['test', '--pass-with-no-tests', ...chosen, ...options]);
  const result = await readReport<JourneyReport>(report);
  const outside = (result?.errors ?? []).map(({ message }) => withReason('playwright', message));
  const failed = result ? [...failuresOf(result), ...outside] : [];
  return {
    passed: result?.stats.expected ?? 0,
    failed: withRunner(failed, isPassed, 'playwright'),
    skipped: result?.stats.skipped ?? 0,
  };
}

/** Failed journeys, and those that passed on retry. */
const failuresOf = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        withReason(`${file}: ${title} (${projectName})`, results.find(({ error }) => error)?.error?.message),
      ),
  ),
  ...suites.flatMap(failuresOf),
];
