import { OperatorError } from '#domain/operator-error.ts';
import { codeChecks } from './check/code.ts';
import { runJourneys } from './test/journeys.ts';
import { countOne, type StepResult } from './test/result.ts';
import { runUnit } from './test/unit.ts';

type Step = (filters: string[]) => Promise<StepResult>;

const steps: Record<string, Step> = {
  ...Object.fromEntries(
    Object.entries(codeChecks).map(([name, check]) => [name, async () => countOne(name, await check())]),
  ),
  starter: checkStarter,
  unit: runUnit,
  e2e: runJourneys,
};

/** None of these keeps more than one processor busy, so they go at once; each of the others has the machine for itself. */
const together = ['format', 'types', 'layers', 'starter'];

/**
 * `npm test` runs everything and ends with the line `N passed, N failed`. Words after `--` narrow it: names of steps
 * (types, lint, unit, e2e …), or parts of the names of test files (`npm test -- api`).
 */
export async function run(args: string[]): Promise<void> {
  const filters = args.filter((arg) => !(arg in steps));
  const named = args.filter((arg) => arg in steps);
  const chosen = named.length > 0 ? named : filters.length > 0 ? ['unit', 'e2e'] : Object.keys(steps);
  const total: StepResult = { passed: 0, failed: [], unsteady: [], skipped: 0 };
  for (const row of rowsOf(chosen)) {
    console.log(`— ${row.join(', ')}`);
    const results = await Promise.all(row.map((name) => steps[name]!(filters)));
    for (const { passed, failed, unsteady, skipped } of results) {
      total.passed += passed;
      total.failed.push(...failed);
      total.unsteady.push(...unsteady);
      total.skipped += skipped;
    }
  }
  for (const name of total.unsteady) console.log(`прошёл со второго раза: ${name}`);
  for (const name of total.failed) console.log(`не прошёл: ${name}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`);
  if (total.failed.length > 0) process.exitCode = 1;
}

/** The steps one row after the other, those of a row at once. */
function rowsOf(chosen: readonly string[]): string[][] {
  const [atOnce = [], alone = []] = [true, false].map((isAtOnce) =>
    Object.keys(steps).filter((name) => chosen.includes(name) && together.includes(name) === isAtOnce),
  );
  return [atOnce, ...alone.map((name) => [name])].filter((row) => row.length > 0);
}

/** The catalogue that ships, record by record. */
async function checkStarter(): Promise<StepResult> {
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
