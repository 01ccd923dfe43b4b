import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';

/** A measurement and its peers; `run` prints the ratio last. */
type Bench = { about: string; run: (args: string[]) => Promise<void> };

const folder = join(import.meta.dirname, 'bench');

/** `npm run bench` lists the measurements, `npm run bench -- NAME args…` runs one. */
export async function run([name, ...args]: string[]): Promise<void> {
  const names = await listNames();
  if (name === undefined) return list(names);
  if (!names.includes(name)) {
    throw new OperatorError(`Измерения «${name}» нет, есть: ${names.join(', ')}.`);
  }
  const bench = await load(name);
  await bench.run(args);
}

async function list(names: string[]): Promise<void> {
  console.log('Измерения, каждое запускается так: npm run bench -- ИМЯ');
  for (const name of names) console.log(`  ${name.padEnd(12)} ${(await load(name)).about}`);
}

async function listNames(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.map((file) => basename(file, '.ts')).toSorted();
}

async function load(name: string): Promise<Bench> {
  return (await import(join(folder, `${name}.ts`))) as Bench;
}
