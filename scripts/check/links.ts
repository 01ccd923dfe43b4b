import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { readFolder, listPages } from './site.ts';

export async function findBrokenLinks(
  folder: string,
): Promise<{ problems: string[]; links: number; pages: number }> {
  const pages = await listPages(folder);
  const site = new Site(folder);
  const problems = new Set<string>();
  let links = 0;
  for (const { address, file } of pages) {
    const source = await readFile(join(folder, file), 'utf8');
    for (const link of readLinks(source, address)) {
      links++;
      const problem = await site.check(link, { address, source });
      if (problem) problems.add(`${address}: ${link} ${problem}`);
    }
  }
  return { problems: [...problems], links, pages: pages.length };
}

/** `npm run check -- links [FOLDER]` */
export async function run(args: string[]): Promise<void> {
  const folder = readFolder(args, 'check links', 'Ссылки внутри построенного сайта.');
  const { problems, links, pages } = await findBrokenLinks(folder);
  for (const problem of problems.slice(0, 50)) console.log(problem);
  console.log(`Ссылки: страниц ${pages}, ссылок ${links}, неверных ${problems.length}`);
  if (problems.length > 0) throw new OperatorError('Есть ссылки, которые никуда не ведут.');
}

/** Links of a page within the site: hrefs, files, canonical and other absolute addresses. */
function readLinks(source: string, address: string): string[] {
  const origin = /<link rel="canonical" href="(https?:\/\/[^/"]+)/.exec(source)?.[1];
  const markup = source.replace(/<!--[\s\S]*?-->|<script\b(?![^>]*\ssrc=)[\s\S]*?<\/script>/g, '');
  const attributes = [
    ...markup.matchAll(/\s(?:(?:href|src|action|poster)="|content="(?=\/|http))([^"]*)"/g),
  ].map(([, value]) => value);
  const sets = [...markup.matchAll(/\ssrcset="([^"]*)"/g)].flatMap(([, set = '']) => set.split(/,\s+/));
  const inStyles = [...source.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, path]) => path);
  const found = [...attributes, ...sets.map((entry) => entry.split(' ')[0]), ...inStyles]
    .map((value = '') => value.replaceAll('&amp;', '&'))
    .map((value) => (origin && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value))
    .filter((value) => /^(\/(?!\/)|#|\.{1,2}\/|\?)/.test(value))
    .map((value) =>
      value.startsWith('/') || value.startsWith('#')
        ? value
        : new URL(value, `http://site${address}`).pathname,
    );
  return [...new Set(found)];
}

class Site {
  readonly #folder: string;
  readonly #known = new Map<string, boolean>();
  readonly #anchors = new Map<string, Promise<Set<string>>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Error of a link; undefined when it works. */
  async check(link: string, from: { address: string; source: string }): Promise<string | undefined> {
    const [whole = '', fragment] = link.split('#');
    // Preview pictures are rendered on demand: they exist where the record or the section does.
    const path = whole
      .replace(/\?.*$/, '')
      .replace(/^\/og\/(?:site|area-[\w-]+)\.png$/, '/')
      .replace(/^\/og\/(\w+(?:\/\d+)?)\.png$/, '/$1/');
    // API addresses have their own tests.
    if (/^\/(api|fhir)\//.test(path)) return undefined;
    if (path !== '' && !this.#has(fileOf(path))) {
      return this.#has(fileOf(`${path}/`))
        ? 'ведёт через переадресацию: нет косой черты в конце'
        : 'не существует';
    }
    if (!fragment || fragment === 'top' || isState(fragment) || isRoom(path)) return undefined;
    const anchors =
      path === '' || path === from.address ? readAnchors(from.source) : await this.#anchorsOf(path);
    return anchors.has(decodeURIComponent(fragment))
      ? undefined
      : 'указывает на отсутствующее место страницы';
  }

  #has(file: string): boolean {
    const known = this.#known.get(file) ?? isFile(join(this.#folder, file));
    this.#known.set(file, known);
    return known;
  }

  #anchorsOf(path: string): Promise<Set<string>> {
    const anchors =
      this.#anchors.get(path) ?? readFile(join(this.#folder, fileOf(path)), 'utf8').then(readAnchors);
    this.#anchors.set(path, anchors);
    return anchors;
  }
}

/** The aid's state in the fragment is not an anchor. */
const isState = (fragment: string) => fragment.startsWith('signs=');

/** Anchors of private pages are checked by journeys. */
const isRoom = (path: string) => path.startsWith('/profile/');

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const fileOf = (path: string) =>
  decodeURIComponent(path)
    .slice(1)
    .replace(/(^|\/)$/, '$1index.html');

const readAnchors = (source: string) =>
  new Set([...source.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, name = '']) => name));
