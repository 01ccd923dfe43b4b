import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { codeChecks } from './check/code.ts';
import { readArguments } from './arguments.ts';

/** Checks of the published site, by duration. */
const siteChecks = ['sizes', 'links', 'machines', 'html'];
const names = [...Object.keys(codeChecks), ...siteChecks, 'audit', 'outer-links', 'pages', 'starter'];

/**
 * `npm run check`: types, lint, layers, sizes, links, without tests; `npm run check -- NAME args…` runs one.
 */
export async function run(args: string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name !== undefined && !name.startsWith('-')) return runOne(name, rest);
  readArguments(args, {
    name: 'check',
    arguments: '[ПРОВЕРКА]',
    about: `Проверяет код и опубликованный сайт; одна проверка: ${names.join(', ')}.`,
  });
  const failed: string[] = [];
  for (const [code, check] of Object.entries(codeChecks)) {
    console.log(`— ${code}`);
    if (!(await check())) failed.push(code);
  }
  if (existsSync(join(process.env.DATA_DIR ?? '.data', 'site/current'))) {
    for (const check of siteChecks) {
      console.log(`— ${check}`);
      await runOne(check, []).catch((error: unknown) => {
        if (!(error instanceof OperatorError)) throw error;
        failed.push(check);
      });
    }
  } else console.log('Сайт ещё не опубликован: его вес и ссылки не проверены.');
  if (failed.length > 0) throw new OperatorError(`Не прошли: ${failed.join(', ')}.`);
  console.log('Всё в порядке.');
}

async function runOne(name: string, args: string[]): Promise<void> {
  const check = codeChecks[name];
  if (check) {
    readArguments(args, { name: `check ${name}`, about: 'Проверка кода.' });
    if (!(await check())) throw new OperatorError(`Проверка ${name} не прошла.`);
    return;
  }
  const file = join(import.meta.dirname, 'check', `${name}.ts`);
  const module = existsSync(file)
    ? ((await import(file)) as { run?: (args: string[]) => Promise<void> })
    : {};
  if (!module.run) throw new OperatorError(`Проверки «${name}» нет, есть: ${names.join(', ')}.`);
  await module.run(args);
}
