import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';
import { dictionaryAddress, usesDictionary } from '#domain/shared-dictionary.ts';
import { readFolder, listPages, type Page } from './site.ts';

/** Size limits in bytes, compressed with brotli. */
const budgets = {
  html: 20_000,
  /** Diseases with all signs, genes and figures. */
  longHtml: 30_000,
  scripts: 3000,
  fonts: 42_000,
  /** Two for every page, more for rare letters. */
  fontFiles: 4,
  total: 80_000,
  /** Including two style files: the common one and that of records or other pages. */
  requests: 7,
  /** The desk has its own style file. */
  deskRequests: 8,
  nodes: 1400,
  /** Zebra outlines of a record. */
  print: 1500,
};

/** Limits of the median and the 95th percentile over the whole site, uncompressed and compressed. */
const spread = {
  raw: [45_000, 90_000],
  html: [11_000, 20_000],
  total: [66_000, 76_000],
  /** A second page, with the compression dictionary. */
  packed: [5000, 11_000],
} as const;

/** Sites with fewer pages are not evaluated. */
const many = 100;

interface Weight {
  /** Uncompressed bytes. */
  raw: number;
  html: number;
  scripts: number;
  fonts: number;
  fontFiles: number;
  total: number;
  requests: number;
  nodes: number;
  /** The heaviest inline drawing. */
  print: number;
  /** Compressed with the release's dictionary, or as usual without one. */
  packed: number;
}

/** Measures every page; returns a sentence for each over budget. */
export async function findHeavyPages(
  folder: string,
): Promise<{ problems: string[]; weights: [Page, Weight][] }> {
  const scales = new Scales(folder, await dictionaryOf(folder));
  const weights: [Page, Weight][] = [];
  for (const page of await listPages(folder)) weights.push([page, await scales.weigh(page)]);
  return {
    weights,
    problems: [...compareSpread(weights), ...weights.flatMap(([page, weight]) => compare(page, weight))],
  };
}

/**
 * `npm run check -- sizes [FOLDER]` prints the median, 95th percentile and maximum of each kind and of all.
 */
export async function run(args: string[]): Promise<void> {
  const folder = readFolder(args, 'check sizes', 'Вес страниц.');
  const { problems, weights } = await findHeavyPages(folder);
  console.table(summarise(weights));
  for (const problem of problems.slice(0, 50)) console.log(problem);
  console.log(`Вес: страниц ${weights.length}, превышений ${problems.length}`);
  if (problems.length > 0) throw new OperatorError('Есть страницы тяжелее, чем разрешено.');
}

function compare({ address, kind }: Page, weight: Weight): string[] {
  const isLong = kind === 'deseases/{id}';
  const rare = Math.max(0, weight.fontFiles - 2);
  const limits: [keyof Weight, number][] = [
    ['html', isLong ? budgets.longHtml : budgets.html],
    ['scripts', budgets.scripts],
    ['fonts', budgets.fonts],
    ['fontFiles', budgets.fontFiles],
    ['total', budgets.total],
    ['requests', rare + (kind.startsWith('profile/editors') ? budgets.deskRequests : budgets.requests)],
    ['nodes', budgets.nodes],
    ...(kind.endsWith('{id}') ? [['print', budgets.print] as [keyof Weight, number]] : []),
  ];
  return limits
    .filter(([name, limit]) => weight[name] > limit)
    .map(([name, limit]) => `${address}: ${name} ${weight[name]} > ${limit}`);
}

function compareSpread(weights: [Page, Weight][]): string[] {
  if (weights.length < many) return [];
  return (Object.keys(spread) as (keyof typeof spread)[]).flatMap((name) => {
    const found = quantiles(weights, name);
    return (['p50', 'p95'] as const).flatMap((at, index) =>
      found[index]! > spread[name][index]!
        ? [`все страницы: ${name} ${at} ${found[index]} > ${spread[name][index]}`]
        : [],
    );
  });
}

/** Median, 95th percentile, maximum. */
function quantiles(weights: readonly [Page, Weight][], name: keyof Weight): number[] {
  const values = weights.map(([, weight]) => weight[name]).toSorted((one, other) => one - other);
  return [0.5, 0.95, 1].map(
    (share) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0,
  );
}

function summarise(weights: [Page, Weight][]): Record<string, Record<string, string | number>> {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const [kind, alike = []] of Object.entries(Object.groupBy(weights, ([page]) => page.kind))) {
    rows[kind] = rowOf(alike);
  }
  rows['все страницы'] = rowOf(weights);
  return rows;
}

function rowOf(alike: readonly [Page, Weight][]): Record<string, string | number> {
  const row: Record<string, string | number> = { pages: alike.length };
  for (const name of [
    'raw',
    'html',
    'packed',
    'scripts',
    'fonts',
    'total',
    'requests',
    'nodes',
    'print',
  ] as const)
    row[`${name} 50 / 95 / 100%`] = quantiles(alike, name).join(' / ');
  return row;
}

/** Measures pages; shared files are read and compressed once. */
class Scales {
  readonly #folder: string;
  readonly #dictionary: Buffer | undefined;
  readonly #sizes = new Map<string, Promise<number>>();
  readonly #graphs = new Map<string, Promise<string[]>>();

  constructor(folder: string, dictionary?: Buffer) {
    this.#folder = folder;
    this.#dictionary = dictionary;
  }

  async weigh(page: Page): Promise<Weight> {
    const source = await readFile(join(this.#folder, page.file), 'utf8');
    const found = readResources(source);
    const scripts = new Set<string>();
    for (const script of found.scripts) for (const file of await this.#graph(script)) scripts.add(file);
    const styles = await Promise.all(found.styles.map((file) => readFile(join(this.#folder, file), 'utf8')));
    const fonts = new Set([...found.fonts, ...facesOf(styles.flatMap(readFaces), source)]);
    const html = await this.#size(page.file);
    const sum = async (files: Iterable<string>) =>
      (await Promise.all([...files].map((file) => this.#size(file)))).reduce(
        (total, size) => total + size,
        0,
      );
    const weight = {
      raw: Buffer.byteLength(source),
      html,
      scripts: await sum(scripts),
      fonts: await sum(fonts),
      fontFiles: fonts.size,
    };
    const others = [...found.styles, ...found.pictures];
    return {
      ...weight,
      total: html + weight.scripts + weight.fonts + (await sum(others)),
      requests: 1 + scripts.size + fonts.size + others.length,
      nodes: countElements(source),
      print: heaviestPrint(source),
      packed: usesDictionary(page.address) ? this.#packed(source, html) : html,
    };
  }

  /** As in src/server/site/files.ts: 40 bytes identify the dictionary. */
  #packed(source: string, html: number): number {
    if (!this.#dictionary) return html;
    const params = { [constants.ZSTD_c_compressionLevel]: 9 };
    return 40 + zstdCompressSync(source, { dictionary: this.#dictionary, params }).length;
  }

  /** A script with its static imports. */
  #graph(file: string): Promise<string[]> {
    const known = this.#graphs.get(file);
    if (known) return known;
    const graph = (async () => {
      const source = await readFile(join(this.#folder, file), 'utf8');
      const imports = [...source.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+)["']/g)].map(
        ([, path = '']) => (path.startsWith('/') ? path.slice(1) : posix.join(dirname(file), path)),
      );
      const below = await Promise.all(imports.map((path) => this.#graph(path)));
      return [...new Set([file, ...below.flat()])];
    })();
    this.#graphs.set(file, graph);
    return graph;
  }

  #size(file: string): Promise<number> {
    const known = this.#sizes.get(file);
    if (known) return known;
    const path = join(this.#folder, file);
    // Fonts and pictures are compressed already.
    const isPressed = /\.(woff2|png|webp|avif|jpe?g)$/.test(file);
    const size = readFile(isPressed ? path : `${path}.br`)
      .catch(async () => press(await readFile(path)))
      .then(({ byteLength }) => byteLength)
      // Missing files are reported by the link check.
      .catch(() => 0);
    this.#sizes.set(file, size);
    return size;
  }
}

/** Dictionary of the published site; undefined for a folder of pages. */
async function dictionaryOf(folder: string): Promise<Buffer | undefined> {
  try {
    const release = await realpath(folder);
    const note = JSON.parse(await readFile(join(release, 'release.json'), 'utf8')) as { dictionary?: string };
    if (!note.dictionary) return undefined;
    return await readFile(join(release, '../../assets', dictionaryAddress(note.dictionary)));
  } catch {
    return undefined;
  }
}

const press = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });

/** Files requested without interaction; lazy ones are excluded. */
function readResources(source: string): Record<'scripts' | 'styles' | 'fonts' | 'pictures', string[]> {
  const tags = [...source.matchAll(/<(script|link|img|source|use|image)\b[^>]*>/g)].map(([tag]) => tag);
  const valueOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const files = (found: (tag: string) => string) => [
    ...new Set(
      tags
        .map(found)
        .filter((path) => path.startsWith('/') && !path.startsWith('//'))
        .map(strip),
    ),
  ];
  return {
    scripts: files((tag) => {
      if (tag.startsWith('<script')) return valueOf(tag, 'src');
      return /rel="modulepreload"/.test(tag) ? valueOf(tag, 'href') : '';
    }),
    fonts: files((tag) => (/rel="preload"/.test(tag) && /as="font"/.test(tag) ? valueOf(tag, 'href') : '')),
    styles: files((tag) => (/rel="stylesheet"/.test(tag) ? valueOf(tag, 'href') : '')),
    pictures: files((tag) => {
      if (tag.startsWith('<use')) return valueOf(tag, 'href');
      return tag.startsWith('<img') && !/loading="lazy"/.test(tag) ? valueOf(tag, 'src') : '';
    }),
  };
}

/** A font file with its characters. */
interface Face {
  file: string;
  has(char: number): boolean;
}

function readFaces(css: string): Face[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const path = /url\(["']?(\/[^"')]+\.woff2)/.exec(rule)?.[1];
    if (path === undefined) return [];
    const ranges = [
      ...(/unicode-range:([^;]+)/.exec(rule)?.[1] ?? 'U+0-10FFFF').matchAll(
        /U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi,
      ),
    ].map(([, from = '', to = from]) =>
      [from.replaceAll('?', '0'), to.replaceAll('?', 'F')].map((char) => parseInt(char, 16)),
    );
    return [
      {
        file: strip(path),
        has: (char) => ranges.some(([from = 0, to = 0]) => from <= char && char <= to),
      },
    ];
  });
}

/** Font files with characters of the page. */
function facesOf(faces: readonly Face[], source: string): string[] {
  const text = source.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, '');
  const chars = [...new Set(text)].map((char) => char.codePointAt(0) ?? 0);
  return faces.filter(({ has }) => chars.some(has)).map(({ file }) => file);
}

const strip = (path: string) => path.slice(1).replace(/[?#].*$/, '');

function heaviestPrint(source: string): number {
  const prints = [...source.matchAll(/<svg[^>]*class="print[^"]*"[^>]*>.*?<\/svg>/gs)].map(([print]) =>
    [...print.matchAll(/\bd="([^"]*)"/g)].reduce((sum, [, path = '']) => sum + path.length, 0),
  );
  return Math.max(0, ...prints);
}

function countElements(source: string): number {
  const markup = source.replace(/<!--[\s\S]*?-->|(<(script|style)\b[^>]*>)[\s\S]*?(?=<\/\2>)/g, '$1');
  return markup.match(/<[a-z][a-z0-9-]*[\s/>]/gi)?.length ?? 0;
}
