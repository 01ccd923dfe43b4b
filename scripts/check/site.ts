import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { readArguments, readCount } from '../arguments.ts';

/** A page of the built site: file, address and kind. */
export interface Page {
  file: string;
  address: string;
  kind: string;
}

/** The given folder, or the published site of DATA_DIR. */
export function findSite(given?: string): string {
  const folder = given ?? join(process.env.DATA_DIR ?? '.data', 'site/current');
  if (!existsSync(join(folder, 'index.html'))) {
    throw new OperatorError(
      `В папке ${folder} нет построенного сайта: сначала npm start или npm run publish.`,
    );
  }
  return folder;
}

/** The folder among the arguments of a check, or the published site. */
export function readFolder(args: readonly string[], name: string, about: string): string {
  const [folder] = readArguments(args, { name, arguments: '[ПАПКА]', about }).positionals;
  return findSite(folder);
}

/** Every HTML page of the folder, by address. */
export async function listPages(folder: string): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const found of glob('**/*.html', { cwd: folder })) {
    const file = found.split(sep).join('/');
    const address = `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
    pages.push({ file, address, kind: kindOf(address) });
  }
  return pages.toSorted((one, other) => one.address.localeCompare(other.address));
}

/** /deseases/355/ → «deseases/{id}», /news/page/2/ → «news/page»: pages of one template. */
export function kindOf(address: string): string {
  const [first, second, ...rest] = address.split('/').filter(Boolean);
  if (first === undefined) return 'home';
  if (second === undefined) return first;
  // Static pages share a template, and so do facet lists.
  if (first === 'page') return 'page/{code}';
  return [first, /^\d+$/.test(second) ? '{id}' : second, ...rest.filter((part) => part === 'page')].join('/');
}

/** Sample size a template, and seed. */
export interface Draw {
  each: number;
  seed: number;
}

export const drawOptions = {
  all: { about: 'все страницы' },
  each: { value: 'N', about: 'страниц каждого вида' },
  seed: { value: 'N', about: 'повторить выбор' },
} as const;

export const readDraw = (
  { all, each, seed }: { all: boolean; each: string | undefined; seed: string | undefined },
  usual: number,
): Draw => ({
  each: all ? Infinity : each === undefined ? usual : readCount(each, '--each'),
  seed: seed === undefined ? Date.now() % 100_000 : readCount(seed, '--seed'),
});

/** Samples pages of every template and disease tier by seed; prints seed and groups. */
export async function drawPages(
  folder: string,
  pages: readonly Page[],
  { each, seed }: Draw,
  log: (what: string) => void = console.log,
): Promise<Page[]> {
  if (each === Infinity) return [...pages];
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const name = page.kind === 'deseases/{id}' ? `${page.kind} ${await tierOf(folder, page)}` : page.kind;
    groups
      .set(name, groups.get(name) ?? [])
      .get(name)!
      .push(page);
  }
  const chosen = [...groups.values()].flatMap((alike) =>
    alike
      .map((page) => ({ page, lot: lotOf(`${seed} ${page.address}`) }))
      .toSorted((one, other) => one.lot - other.lot)
      .slice(0, each)
      .map(({ page }) => page),
  );
  log(`Выбрано страниц: ${chosen.length} из ${pages.length}, видов ${groups.size}, --seed ${seed}`);
  return chosen;
}

async function tierOf(folder: string, { file }: Page): Promise<string> {
  return /Запись: ([^<]+)</.exec(await readFile(join(folder, file), 'utf8'))?.[1] ?? '';
}

const lotOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();

/** Pages of every kind, spread over its list. */
export function sample(pages: Page[], perKind: number): Page[] {
  const kinds = Object.values(Object.groupBy(pages, ({ kind }) => kind));
  return kinds
    .flatMap((alike = []) => {
      const step = Math.max(1, alike.length / perKind);
      return Array.from(
        { length: Math.min(perKind, alike.length) },
        (_, index) => alike[Math.floor(index * step)],
      );
    })
    .filter((page) => page !== undefined);
}
