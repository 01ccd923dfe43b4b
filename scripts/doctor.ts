import { OperatorError } from '#domain/operator-error.ts';
import { openTarget } from '#publisher/target.ts';
import { examine, resultOf } from '#server/doctor/doctor.ts';
import { readSettings, type Settings } from '#server/settings.ts';

const usage = `npm run doctor             проверяет эту установку; код 1, если что-то неисправно
npm run doctor -- --json   то же для программ`;

const marks = { well: '✓', warning: '!', wrong: '✗' };

/** `npm run doctor -- [--json]`: checks this installation; exit code 1 when something is wrong. */
export async function run(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(usage);
  if (args.some((arg) => arg !== '--json')) throw new OperatorError(usage);
  const settings = readSettings();
  const findings = [
    ...(await examine(settings)),
    ...(settings.PUBLISH_URL ? [await resultOf('Выкладка', () => delivery(settings.PUBLISH_URL!))] : []),
  ];
  if (args.includes('--json')) console.log(JSON.stringify(findings, null, 2));
  else for (const { check, state, what } of findings) console.log(`${marks[state]} ${check}: ${what}`);
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}

/** Writes and removes a file at PUBLISH_URL. */
async function delivery(url: Settings['PUBLISH_URL'] & string) {
  const target = openTarget(url);
  await target.put('doctor.txt', Buffer.from('doctor'), { type: 'text/plain', cache: 'no-store' });
  await target.remove('doctor.txt');
  return { state: 'well' as const, what: 'PUBLISH_URL принимает и удаляет файлы.' };
}
