import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/** What a step of `npm test` has found. */
export interface StepResult {
  passed: number;
  /** Names, each with the beginning of what the runner said of it. */
  failed: string[];
  /** Names of what passed when gone a second time, with what was wrong at first: counted as passed. */
  unsteady: string[];
  skipped: number;
}

export const countOne = (name: string, isPassed: boolean): StepResult => ({
  passed: isPassed ? 1 : 0,
  failed: isPassed ? [] : [name],
  unsteady: [],
  skipped: 0,
});

/** On a shared machine what fails is gone once more, and named; whoever works on the code wants to see it at once. */
export const isGoneTwice = Boolean(process.env.CI);

const longestReason = 12;
const isRunners = (line: string) => /^\s+at .*(\/node_modules\/|[( ]node:|<anonymous>)/.test(line);

/** The first lines of an error tell enough to look further, where the whole log is out of reach. */
export function withReason(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const told = lines.filter((line) => line.trim() && !isRunners(line)).slice(0, longestReason);
  return [name, ...told].join('\n    ');
}

/** A runner that fails without naming a test has failed itself. */
export const withRunner = (failed: string[], isPassed: boolean, runner: string) =>
  failed.length === 0 && !isPassed ? [runner] : failed;

export async function readReport<Report>(file: string): Promise<Report | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Report) : undefined;
}
