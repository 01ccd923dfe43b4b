import { OperatorError } from '#domain/operator-error.ts';
import { auditPackages, describeAudit } from './check/audit.ts';
import { codeChecks } from './check/code.ts';
import { runJourneys } from './test/journeys.ts';
import { countOne, noTests, type StepResult } from './test/result.ts';
import { runUnit } from './test/unit.ts';
import { readArguments } from './arguments.ts';

interface Options {
  /** Parts of test file names. */
  filters: string[];
  isAll: boolean;
  /** Options of Playwright. */
  browserOptions: string[];
}
type Step = (options: Options) => Promise<StepResult>;

/** Server of the step `postgresql`; all other steps use the embedded database. */
const postgresUrl = process.env.TEST_DATABASE_URL;
delete process.env.TEST_DATABASE_URL;

const steps: Record<string, Step> = {
  ...Object.fromEntries(
    Object.entries(codeChecks).map(([name, check]) => [name, async () => countOne(name, await check())]),
  ),
  starter: checkStarter,
  audit: auditStep,
  unit: ({ filters }) => runUnit({ filters, projects: ['code', 'drawing'] }),
  heavy: ({ filters }) => runUnit({ filters, projects: ['heavy'] }),
  e2e: ({ filters, isAll, browserOptions }) =>
    runJourneys({ filters, isAll: isAll || filters.length > 0, options: browserOptions }),
  postgresql: runOnPostgres,
  chaos: ({ filters }) => runUnit({ filters, projects: ['chaos'] }),
};

/** Single-threaded steps, run in parallel before the others. */
const parallelChecks = ['format', 'unused', 'templates', 'layers', 'starter', 'audit'];
/** Steps of `npm run test:all`, or of a run that names them or their files. */
const onlyInAll = ['audit', 'heavy', 'postgresql'];
/** Steps that run only when named. */
const onlyNamed = ['chaos'];

/**
 * `npm test` runs checks, unit tests and the main journeys; `npm run test:all` runs every test. Arguments
 * after `--` select: steps (lint, unit, e2e …), or parts of test file names (`npm test -- api`). The last
 * line is `N passed, N failed`.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'test',
    arguments: '[ШАГ…] [ЧАСТЬ…]',
    about: `Проверки и тесты: названные шаги (${Object.keys(steps).join(', ')}) или файлы, в пути которых есть ЧАСТЬ.`,
    options: {
      all: { about: 'все шаги и все прогоны в браузере' },
      project: { value: 'ИМЯ', about: 'один проект playwright.config.ts' },
      'update-snapshots': { about: 'снять образцы картинок заново' },
    },
    exitCodes: '0 — прошло всё, 1 — что-то не прошло',
  });
  const { all: isAll, project } = values;
  const browserOptions = [
    ...(project ? [`--project=${project}`] : []),
    ...(values['update-snapshots'] ? ['--update-snapshots'] : []),
  ];
  const named = positionals.filter((name) => Object.hasOwn(steps, name));
  const filters = positionals.filter((name) => !named.includes(name));
  const total = noTests();
  for (const row of rowsOf(chooseSteps({ named, filters, isAll }))) {
    const startedAt = performance.now();
    console.log(`— ${row.join(', ')}`);
    for (const result of await Promise.all(
      row.map((name) => steps[name]!({ filters, isAll, browserOptions })),
    )) {
      total.passed += result.passed;
      total.failed.push(...result.failed);
      total.skipped += result.skipped;
    }
    console.log(`— ${row.join(', ')}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  for (const name of total.failed) console.log(`не прошёл: ${name}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`);
  if (total.failed.length > 0) process.exitCode = 1;
}

function chooseSteps({
  named,
  filters,
  isAll,
}: Pick<Options, 'filters' | 'isAll'> & { named: string[] }): string[] {
  if (named.length > 0) return named;
  if (filters.length > 0) return ['unit', 'heavy', 'e2e'];
  return Object.keys(steps).filter(
    (name) => !onlyNamed.includes(name) && (isAll || !onlyInAll.includes(name)),
  );
}

/** The steps in order; those of a row run in parallel. */
function rowsOf(chosen: readonly string[]): string[][] {
  const [atOnce = [], alone = []] = [true, false].map((isAtOnce) =>
    Object.keys(steps).filter((name) => chosen.includes(name) && parallelChecks.includes(name) === isAtOnce),
  );
  return [atOnce, ...alone.map((name) => [name])].filter((row) => row.length > 0);
}

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

async function auditStep(): Promise<StepResult> {
  const result = await auditPackages();
  console.log(describeAudit(result));
  if (result.state === 'unreachable') return { ...noTests(), skipped: 1 };
  return countOne('audit', result.vulnerable.length === 0);
}

/** The server's tests on the PostgreSQL server of TEST_DATABASE_URL. */
async function runOnPostgres({ filters }: Options): Promise<StepResult> {
  if (!postgresUrl) {
    console.log('postgresql: skipped, TEST_DATABASE_URL names no server');
    return noTests();
  }
  const ofServer = filters.length > 0 ? filters : ['src/server'];
  return runUnit({ filters: ofServer, projects: ['code'], env: { TEST_DATABASE_URL: postgresUrl } });
}
