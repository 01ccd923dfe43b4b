import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { readArguments, type Usage } from './arguments.ts';

/** A measurement and its peers; `run` prints the ratio last. */
type Bench = { usage: Usage; run: (args: string[]) => Promise<void> };

const folder = join(import.meta.dirname, 'bench');

/** `npm run bench -- NAME args…` runs one measurement; `--help` lists them. */
export async function run(args: string[]): Promise<void> {
  const names = await listNames();
  const [name = '--help', ...rest] = args;
  if (name.startsWith('-')) {
    const benches = await Promise.all(names.map(load));
    readArguments([name], {
      name: 'bench',
      arguments: 'ИЗМЕРЕНИЕ',
      about: 'Измеряет; о каждом измерении: npm run bench -- ИЗМЕРЕНИЕ --help.',
      choices: () => benches.map(({ usage }, place) => [names[place]!, usage.about]),
    });
  }
  if (!names.includes(name)) {
    throw new OperatorError(`Измерения «${name}» нет, есть: ${names.join(', ')}.`);
  }
  await (await load(name)).run(rest);
}

async function listNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.map((file) => basename(file, '.ts')).toSorted();
}

async function load(name: string): Promise<Bench> {
  return (await import(join(folder, `${name}.ts`))) as Bench;
}
