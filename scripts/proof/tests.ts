import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { root, runTool } from '../check/tool.ts';
import { measured, type TargetRow } from './table/row.ts';
import { targets } from './table/targets.ts';

interface VitestReport {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

const report = path.join(root, 'test-results/targets.json');

/** Targets covered by `npm test`: runs and counts tests whose titles begin with the target. */
export async function prove(): Promise<TargetRow[]> {
  const tested = targets.filter(({ tests }) => tests);
  const files = [...new Set(tested.flatMap(({ tests = [] }) => tests))];
  await rm(report, { force: true });
  const isPassed = await runTool('vitest', [
    'run',
    '--reporter=json',
    `--outputFile=${report}`,
    `--testNamePattern=\\b(${tested.map(({ target }) => target).join('|')})\\b`,
    ...files,
  ]);
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const rows = tested.map(({ target, goal, tests = [] }) => {
    const own = all.filter(({ fullName, status }) => isOf(target, fullName) && status !== 'skipped');
    const failed = own.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName);
    const command = `npm test -- ${tests.map((file) => path.basename(file)).join(' ')}`;
    const figure = `тестов ${own.length}, не прошло ${failed.length}`;
    return measured({ target, figure, goal, command }, own.length > 0 && failed.length === 0, failed);
  });
  const strayed = rows.every(({ verdict }) => verdict === 'met') && !isPassed;
  return strayed
    ? [
        ...rows,
        measured(
          {
            target: 'тесты',
            figure: testResults.map(({ message }) => message).find(Boolean) ?? 'vitest окончился ошибкой',
            goal: 'ошибок вне тестов 0',
            command: 'npm test -- unit',
          },
          false,
        ),
      ]
    : rows;
}

const isOf = (target: string, name: string) => new RegExp(`\\b${target}\\b`).test(name);
