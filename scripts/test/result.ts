import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

export interface StepResult {
  passed: number;
  /** Test titles with the first lines of their errors. */
  failed: string[];
  skipped: number;
}

export const noTests = (): StepResult => ({ passed: 0, failed: [], skipped: 0 });

export const countOne = (name: string, isPassed: boolean): StepResult => ({
  passed: isPassed ? 1 : 0,
  failed: isPassed ? [] : [name],
  skipped: 0,
});

const maxReasonLines = 12;
const isRunnerFrame = (line: string) => /^\s+at .*(\/node_modules\/|[( ]node:|<anonymous>)/.test(line);

/** The start of an error, for readers of the log's end. */
export function withReason(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const reason = lines.filter((line) => line.trim() && !isRunnerFrame(line)).slice(0, maxReasonLines);
  return [name, ...reason].join('\n    ');
}

/** A runner that fails without naming a test counts as one failure. */
export const withRunner = (failed: string[], isPassed: boolean, runner: string) =>
  failed.length === 0 && !isPassed ? [runner] : failed;

export async function readReport<Report>(file: string): Promise<Report | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Report) : undefined;
}
