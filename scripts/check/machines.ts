import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { OperatorError } from '#domain/operator-error.ts';
import { readFolder } from './site.ts';
import { root } from './tool.ts';

/** A strict parser of a format; returns errors. */
type Reader = (text: string, site: Place) => string[];
interface Place {
  file: string;
  has(address: string): boolean;
}

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/\.ndjson$/, readLines],
  [/\.json$/, readJson],
  [/\.csv$/, readTable],
  [/feed\.xml$/, readFeed],
  [/sitemap.*\.xml$/, readSitemap],
  [/\.ics$/, readCalendar],
  [/^llms\.txt$/, readGuide],
  [/\.html$/, readLinkedData],
];

/** Invalid machine-readable files of a built site. */
export async function findUnreadable(folder: string): Promise<{ problems: string[]; files: number }> {
  const problems: string[] = [];
  let files = 0;
  const has = (address: string) => {
    const path = decodeURI(new URL(address, 'http://site').pathname);
    return existsSync(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  };
  for await (const found of glob('**/*.{json,ndjson,csv,xml,ics,txt,html}', { cwd: folder })) {
    const file = found.split(sep).join('/');
    const bytes = await readFile(join(folder, file));
    const read = readers.find(([name]) => name.test(file))?.[1];
    if (!read) continue;
    files++;
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      for (const problem of new Set(read(text, { file, has }))) problems.push(`${file}: ${problem}`);
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message}`);
    }
  }
  return { problems, files };
}

/** `npm run check -- machines [FOLDER]` */
export async function run(args: string[]): Promise<void> {
  const folder = readFolder(args, 'check machines', 'Файлы сайта для программ.');
  const { problems, files } = await findUnreadable(folder);
  for (const problem of problems.slice(0, 50)) console.log(problem);
  console.log(`Файлы для программ: ${files}, с ошибками ${problems.length}`);
  if (problems.length > 0) throw new OperatorError('Есть файлы, которые строгая программа не прочтёт.');
}

function readJson(text: string): string[] {
  const value = JSON.parse(text) as Record<string, unknown>;
  const isTwin = 'licence' in value && 'url' in value;
  return isTwin && !isAbsolute(value['url']) ? ['адрес записи неполон'] : [];
}

function readLines(text: string): string[] {
  if (text !== '' && !text.endsWith('\n')) return ['последняя строка не закончена'];
  const ids = new Set<unknown>();
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const { id } = JSON.parse(line) as { id: unknown };
    if (ids.has(id)) return [`запись ${String(id)} повторяется`];
    ids.add(id);
    return [];
  });
}

/** Equal row lengths, and no formulas. */
function readTable(text: string): string[] {
  const rows = parseCsv(text, { bom: true });
  const formulas = rows.flat().filter((cell) => /^[=+@\t\r]|^-\D/.test(cell));
  return formulas.map((cell) => `формула: ${cell.slice(0, 40)}`);
}

interface Element {
  name: string;
  text: string;
  children: Element[];
}

/** A parsed document; throws for malformed XML. */
function readXml(text: string): Element {
  const top: Element = { name: '', text: '', children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '', children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => void (open.at(-1)!.text += part));
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return top;
}

const textIn = (element: Element, name: string) =>
  element.children.find((child) => child.name === name)?.text;

/** RSS 2.0: required elements of channel and item; unique guids. */
function readFeed(text: string): string[] {
  const channel = readXml(text).children[0]?.children[0];
  if (channel?.name !== 'channel') return ['нет channel'];
  const items = channel.children.filter(({ name }) => name === 'item');
  const guids = new Set(items.map((item) => textIn(item, 'guid')));
  return [
    ...['title', 'link', 'description'].filter((name) => !textIn(channel, name)).map((name) => `нет ${name}`),
    ...(guids.size < items.length ? ['guid повторяется'] : []),
    ...items.flatMap((item) => [
      ...(textIn(item, 'title') ? [] : ['запись без названия']),
      ...(isAbsolute(textIn(item, 'link')) ? [] : ['ссылка записи неполна']),
      ...(/^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/.test(textIn(item, 'pubDate') ?? '') ? [] : ['pubDate']),
    ]),
  ];
}

/** sitemaps.org: at most 50,000 absolute addresses of existing pages. */
function readSitemap(text: string, { has }: Place): string[] {
  const entries = readXml(text).children[0]?.children ?? [];
  if (entries.length === 0 || entries.length > 50_000) return [`адресов ${entries.length}`];
  return entries.flatMap((entry) => {
    const address = textIn(entry, 'loc');
    const day = textIn(entry, 'lastmod');
    return [
      ...(isAbsolute(address) && has(address) ? [] : [`нет страницы ${String(address)}`]),
      ...(day === undefined || /^\d{4}-\d{2}-\d{2}/.test(day) ? [] : [`lastmod ${day}`]),
    ];
  });
}

/** RFC 5545: CRLF, at most 75 bytes a line, required properties. */
function readCalendar(text: string): string[] {
  if (!text.endsWith('\r\n')) return ['последняя строка не закончена'];
  const lines = text.slice(0, -2).split('\r\n');
  const unfolded = lines
    .join('\r\n')
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n');
  const open: string[] = [];
  const uids = new Set<string>();
  const problems = [
    ...lines
      .filter((line) => Buffer.byteLength(line) > 75)
      .map((line) => `длинная строка ${line.slice(0, 20)}`),
    ...lines.filter((line) => /[\r\n]/.test(line)).map(() => 'конец строки без CRLF'),
    ...['VERSION:2.0', 'PRODID:'].flatMap((start) =>
      unfolded.some((line) => line.startsWith(start)) ? [] : [`нет ${start}`],
    ),
  ];
  let seen = new Set<string>();
  for (const line of unfolded) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (!name) problems.push(`непонятная строка ${line.slice(0, 20)}`);
    if (name === 'BEGIN') {
      open.push(value);
      seen = new Set();
    } else if (name === 'END') {
      if (open.pop() !== value) problems.push(`лишний END:${value}`);
      if (value === 'VEVENT')
        for (const needed of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY'])
          if (!seen.has(needed)) problems.push(`событие без ${needed}`);
    } else seen.add(name);
    if (name === 'UID' && uids.size === uids.add(value).size) problems.push(`UID повторяется: ${value}`);
  }
  return problems;
}

/** llmstxt.org: a heading, a summary, then working links. */
function readGuide(text: string, { has }: Place): string[] {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
  return [
    ...(/^# .+\n\n> /.test(text) ? [] : ['нет названия и краткого описания']),
    ...(links.length > 0 ? [] : ['нет ссылок']),
    ...links
      .filter((address) => !/^\/(api|fhir)\//.test(new URL(address, 'http://site').pathname) && !has(address))
      .map((address) => `никуда не ведёт: ${address}`),
  ];
}

type Thing = Record<string, unknown>;

/** Properties that search engines require of the types in use. */
const required: Readonly<Record<string, readonly string[]>> = {
  BreadcrumbList: ['itemListElement'],
  Drug: ['name', 'url'],
  EducationEvent: ['name', 'startDate', 'location'],
  ListItem: ['position'],
  ItemList: ['itemListElement'],
  MedicalTherapy: ['name'],
  MedicalWebPage: ['dateModified'],
  MedicalCondition: ['name', 'url'],
  MedicalCode: ['codeValue', 'codingSystem'],
  MedicalTrial: ['name', 'url'],
  NewsArticle: ['headline', 'datePublished'],
};

/** schema.org properties of the types in use. */
const vocabulary = JSON.parse(await readFile(join(root, 'tests/sample/schema-org.json'), 'utf8')) as Record<
  string,
  string[]
>;

/** JSON-LD of a page: schema.org types and properties only, with required ones. */
function readLinkedData(html: string): string[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return blocks.flatMap(([, json = '']) => {
    const thing = JSON.parse(json) as Thing;
    return [...(thing['@context'] === 'https://schema.org' ? [] : ['нет @context']), ...unfitIn(thing)];
  });
}

function unfitIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => unfitIn(one));
  if (typeof value !== 'object' || value === null) return value === '' ? ['пустое значение'] : [];
  const { '@type': type, '@context': _, '@id': __, ...properties } = value as Thing;
  const name = String(type);
  return [
    ...(vocabulary[name] ? [] : [`неизвестный тип ${name}`]),
    ...Object.keys(properties)
      .filter(
        (property) => vocabulary[name] && !vocabulary[name].includes(property) && property !== 'query-input',
      )
      .map((property) => `${name}.${property} неизвестно schema.org`),
    ...(required[name] ?? [])
      .filter((needed) => !(needed in properties))
      .map((needed) => `${name} без ${needed}`),
    ...Object.values(properties).flatMap((inner) => unfitIn(inner)),
  ];
}

const isAbsolute = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\/[^/]+\//.test(address);
