import { OperatorError } from '#domain/operator-error.ts';
import { examine } from '#server/doctor/doctor.ts';
import { readSettings } from '#server/settings.ts';

const marks = { well: '✓', warning: '!', wrong: '✗' };

/** `npm run doctor -- [--json]`: checks this installation; exit code 1 when something is wrong. */
export async function run(args: string[]): Promise<void> {
  if (args.some((arg) => arg !== '--json')) throw new OperatorError('npm run doctor -- [--json]');
  const findings = await examine(readSettings());
  if (args.includes('--json')) console.log(JSON.stringify(findings, null, 2));
  else for (const { check, state, what } of findings) console.log(`${marks[state]} ${check}: ${what}`);
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}
