import { openTarget } from '#publisher/target.ts';
import { examine, resultOf } from '#server/doctor/doctor.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { readArguments } from './arguments.ts';

const marks = { well: '✓', warning: '!', wrong: '✗' };

/** `npm run doctor -- [--json]`: checks this installation; exit code 1 when something is wrong. */
export async function run(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    name: 'doctor',
    about: 'Проверяет эту установку.',
    options: { json: { about: 'вывод для программ' } },
    exitCodes: '0 — исправно, 1 — что-то неисправно',
  });
  const settings = readSettings();
  const findings = [
    ...(await examine(settings)),
    ...(settings.PUBLISH_URL ? [await resultOf('Выкладка', () => delivery(settings.PUBLISH_URL!))] : []),
  ];
  if (values.json) console.log(JSON.stringify(findings, null, 2));
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
