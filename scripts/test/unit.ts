import { rm } from 'node:fs/promises';
import { runTool } from '../check/tool.ts';
import { reportFile, type FileReport } from './report.ts';
import { isGoneTwice, readReport, withReason, withRunner, type StepResult } from './result.ts';

/**
 * The tests that need no browser. A file in which something failed is gone once more where that is wanted, alone, and
 * what counts is the second time.
 */
export async function runUnit(filters: string[]): Promise<StepResult> {
  const first = await go(filters);
  const broken = new Set(first.files.filter(({ failed }) => failed.length > 0).map(({ file }) => file));
  // Errors that belong to no file cannot be looked at again.
  if (!isGoneTwice || broken.size === 0 || broken.has('')) return resultOf(first);
  console.log(`— unit, once more: ${[...broken].join(', ')}`);
  const second = await go([...broken, '--maxWorkers=1']);
  const kept = first.files.filter(({ file }) => !broken.has(file));
  const result = resultOf({ files: [...kept, ...second.files], isPassed: second.isPassed });
  const again = new Set(second.files.flatMap(({ failed }) => failed.map(({ name }) => name)));
  const unsteady = namesOf(first.files, (name) => !again.has(name));
  return { ...result, unsteady };
}

interface Gone {
  files: FileReport[];
  isPassed: boolean;
}

async function go(filters: string[]): Promise<Gone> {
  await rm(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=./scripts/test/report.ts'];
  const isPassed = await runTool('vitest', ['run', '--passWithNoTests', ...reporters, ...filters]);
  return { files: (await readReport<FileReport[]>(reportFile)) ?? [], isPassed };
}

const resultOf = ({ files, isPassed }: Gone): StepResult => ({
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failed: withRunner(namesOf(files), isPassed, 'vitest'),
  unsteady: [],
  skipped: files.reduce((sum, { skipped }) => sum + skipped, 0),
});

const namesOf = (files: FileReport[], isWanted: (name: string) => boolean = () => true) =>
  files.flatMap(({ file, failed }) =>
    failed
      .filter(({ name }) => isWanted(name))
      .map(({ name, reason }) => withReason(`${file}: ${name}`, reason)),
  );
