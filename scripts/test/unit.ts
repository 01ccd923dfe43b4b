import { rm } from 'node:fs/promises';
import { runTool } from '../check/tool.ts';
import { reportFile, type FileReport } from './report.ts';
import { readReport, withReason, withRunner, type StepResult } from './result.ts';

interface UnitRun {
  /** Parts of test file names. */
  filters: string[];
  /** Projects of vitest.config.ts. */
  projects: string[];
  env?: Record<string, string>;
}

/** Tests without a running product. */
export async function runUnit({ filters, projects, env }: UnitRun): Promise<StepResult> {
  await rm(reportFile, { force: true });
  const flags = ['--reporter=default', '--reporter=./scripts/test/report.ts', '--passWithNoTests'];
  const isPassed = await runTool(
    'vitest',
    ['run', ...flags, ...projects.map((name) => `--project=${name}`), ...filters],
    env,
  );
  const files = (await readReport<FileReport[]>(reportFile)) ?? [];
  const failed = files.flatMap(({ file, failed: tests }) =>
    tests.map(({ name, reason }) => withReason(`${file}: ${name}`, reason)),
  );
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: withRunner(failed, isPassed, 'vitest'),
    skipped: files.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}
