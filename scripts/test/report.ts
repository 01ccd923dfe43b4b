import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { root } from '../check/tool.ts';

/** Report of the last unit tests, as `FileReport[]`. */
export const reportFile = join(root, 'test-results/unit.json');

/** Result of a test file. */
export interface FileReport {
  /** Path from the root; empty for an error without a file. */
  file: string;
  passed: number;
  skipped: number;
  failed: { name: string; reason: string }[];
}

/** Vitest's JSON omits errors outside tests: hooks, unloadable files, unhandled rejections. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayed: readonly SerializedError[]): void {
    const files = modules.map(fileReport);
    for (const error of strayed) {
      const path: unknown = error.VITEST_TEST_PATH;
      const owner = modules.find(({ moduleId }) => moduleId === path);
      const failed = [{ name: 'outside of the tests', reason: error.stack ?? error.message }];
      files.push({ file: owner?.relativeModuleId ?? '', passed: 0, skipped: 0, failed });
    }
    mkdirSync(dirname(reportFile), { recursive: true });
    writeFileSync(reportFile, JSON.stringify(files));
  }
}

function fileReport(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const owners = [module, ...module.children.allSuites()];
  return {
    file: module.relativeModuleId,
    passed: count('passed'),
    skipped: count('skipped'),
    failed: [
      ...owners.flatMap((owner) =>
        owner.errors().map((error) => ({ name: `${nameOf(owner)} hooks`, reason: reasonOf(error) })),
      ),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({ name: test.fullName, reason: reasonOf(test.result().errors?.[0]) })),
    ],
  };
}

const nameOf = (owner: { type: string; fullName?: string }) => owner.fullName ?? owner.type;
const reasonOf = (error?: { stack?: string; message: string }) => error?.stack ?? error?.message ?? '';
