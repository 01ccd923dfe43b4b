import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metaOf, publicKinds, source, states, type Kind } from '../../src/domain/kinds/index.ts';
import { citedBy, paragraphName, paragraphsOf, wrongParagraph } from '../../src/domain/paragraphs.ts';
import { OperatorError } from '../../src/domain/operator-error.ts';
import { checkNames, nameRules, type NamePair } from './names.ts';
import { findMixed } from '../../src/domain/truth.ts';
import { checkTruth, type StarterLine } from './truth.ts';
import { readArguments } from '../arguments.ts';

/** Codes of the shipped dictionaries. */
export type Terms = ReadonlyMap<string, ReadonlySet<string>>;

/** Values of a field, and those without a source. */
export interface FactCount {
  kind: string;
  records: number;
  facts: number;
  unsourced: number;
}

const starter = join(import.meta.dirname, '../../src/starter');

const lineKeys = [
  'external',
  'key',
  'state',
  'reviewed_at',
  'reviewer',
  'review_due',
  'origins',
  'data',
  'sources',
];
/** Fields that qualify another field and share its source. */
const remarks = new Set(['title_status', 'status_checked_at', 'enrolment_kind', 'key', 'code']);
const reservedPages = new Set(['home', 'index']);
const reference = /^[A-Z]+:.+$/;

/** `npm run check -- starter`: prints findings and figures; fails on findings. */
export async function run(args: string[] = []): Promise<void> {
  readArguments(args, { name: 'check starter', about: 'Стартовый каталог: поля, ссылки, источники, имена.' });
  const { lines, problems } = await readStarter(starter);
  problems.push(...checkLines(lines, await readTerms(starter)));
  for (const name of ['orphanet-names-ru.tsv', 'hpo-signs-ru.tsv']) {
    for (const word of findMixed(await readFile(join(starter, name), 'utf8')))
      problems.push(`${name} mixes Latin and Cyrillic letters in «${word}»`);
  }
  const wrong = checkNames([...(await readNames()), ...namesOf(lines)]);
  problems.push(...wrong.map(({ rule, what }) => `orphanet-names-ru.tsv: ${nameRules[rule]}: ${what}`));
  for (const { kind, records, facts, unsourced } of countFacts(lines)) {
    console.log(
      `${kind.padEnd(11)}${pad(records)} records${pad(facts)} facts${pad(unsourced)} without a source`,
    );
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) throw new OperatorError(`The starter catalogue has ${problems.length} problems.`);
}

/** Shipped names of the whole base. */
export async function readNames(): Promise<NamePair[]> {
  const rows = (await readFile(join(starter, 'orphanet-names-ru.tsv'), 'utf8')).split('\n').slice(1);
  return rows
    .filter((row) => row !== '')
    .map((row) => row.split('\t'))
    .map(([orpha, title = '', , status, english = '']) => ({
      orpha: Number(orpha),
      title,
      title_en: english,
      isOfficial: status === 'official',
    }));
}

/** Names in the starter catalogue, which share eponyms with the base. */
export const namesOf = (lines: readonly StarterLine[]): NamePair[] =>
  lines
    .filter(({ kind }) => kind.name === 'disease')
    .map(({ data }) => ({
      orpha: Number(data.orpha),
      title: String(data.title),
      title_en: String(data.title_en ?? ''),
      isOfficial: data.title_status === 'official',
    }));

const pad = (figure: number) => String(figure).padStart(7);

/** Reads all public kinds' files; invalid lines become problems. */
export async function readStarter(folder: string): Promise<{ lines: StarterLine[]; problems: string[] }> {
  const lines: StarterLine[] = [];
  const problems: string[] = [];
  for (const kind of publicKinds) {
    const name = `${kind.name}.ndjson`;
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    for (const [index, text] of (await readFile(file, 'utf8')).split('\n').entries()) {
      if (text === '') continue;
      const place = `${name}:${index + 1}`;
      try {
        const { external, data, sources, ...rest } = JSON.parse(text) as Record<string, unknown>;
        lines.push({
          kind,
          place,
          external:
            typeof external === 'string' ? external : externalOf(kind, data as Record<string, unknown>),
          data: data as Record<string, unknown>,
          sources: Array.isArray(sources) ? (sources as Record<string, unknown>[]) : [],
          rest,
        });
      } catch (error) {
        problems.push(`${place} is no record: ${(error as Error).message}`);
      }
    }
  }
  return { lines, problems };
}

/** Dictionaries in two files: federal subjects have their own licence. */
const termFiles = ['terms.ndjson', 'subjects.ndjson'];

export async function readTerms(folder: string): Promise<Terms> {
  const terms = new Map<string, Set<string>>();
  for (const name of termFiles) {
    for (const text of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (text === '') continue;
      const { vocabulary, code } = JSON.parse(text) as { vocabulary: string; code: string };
      terms.set(vocabulary, (terms.get(vocabulary) ?? new Set()).add(code));
    }
  }
  return terms;
}

/** Checks that need only the files. */
export function checkLines(lines: readonly StarterLine[], terms: Terms): string[] {
  const byExternal = new Map(lines.map((line) => [line.external, line]));
  const problems = repeated(lines);
  for (const line of lines) {
    const report = (what: string) => problems.push(`${line.place} (${line.external}) ${what}`);
    checkEnvelope(line, report);
    checkSources(line, report);
    checkReferences(line, byExternal, report);
    checkFields(line, report);
    checkTerms(line, terms, report);
  }
  return [...problems, ...checkTruth(lines)];
}

/** Values by kind, and those without a source. */
export function countFacts(lines: readonly StarterLine[]): FactCount[] {
  return publicKinds.map((kind) => {
    const own = lines.filter((line) => line.kind === kind);
    const count = { kind: kind.name, records: own.length, facts: 0, unsourced: 0 };
    for (const line of own) {
      const sourced = sourcedFields(line);
      for (const [field, value] of Object.entries(line.data)) {
        if (remarks.has(field)) continue;
        const facts = Array.isArray(value) ? value.length : 1;
        count.facts += facts;
        if (!sourced.has(field)) count.unsourced += facts;
      }
    }
    return count;
  });
}

type Report = (what: string) => void;

const externalOf = (kind: Kind, data: Record<string, unknown>) =>
  kind.external ? `${kind.external.scheme}:${String(data[kind.external.field])}` : '';

/** Targets of a line's sources: fields and paragraphs. */
const namedBySources = (line: StarterLine) =>
  line.sources.flatMap((one) => (Array.isArray(one.fields) ? (one.fields as string[]) : []));

/** Fields with a source, as a whole or by paragraph. */
function sourcedFields(line: StarterLine): Set<string> {
  const named = new Set(namedBySources(line));
  const whole = [...named].filter((name) => !name.includes('#'));
  const inParts = Object.entries(line.data).flatMap(([field, text]) => {
    const paragraphs = typeof text === 'string' ? paragraphsOf(text) : [];
    const isWhole =
      paragraphs.length > 0 && paragraphs.every((_, index) => named.has(paragraphName(field, index + 1)));
    return isWhole ? [field] : [];
  });
  return new Set([...whole, ...inParts]);
}

function repeated(lines: readonly StarterLine[]): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const { external, place } of lines) {
    const first = seen.get(external);
    if (first) problems.push(`${place} repeats ${external} of ${first}`);
    else seen.set(external, place);
  }
  return problems;
}

function checkEnvelope(line: StarterLine, report: Report): void {
  const unknown = Object.keys(line.rest).filter((key) => !lineKeys.includes(key));
  if (unknown.length > 0) report(`has unknown keys: ${unknown.join(', ')}`);
  if (!(states as readonly unknown[]).includes(line.rest.state)) report(`has no state`);
  if (line.external !== externalOf(line.kind, line.data)) report('is called otherwise than its fields say');
  const order = Object.keys(line.kind.fields.shape);
  const places = Object.keys(line.data).map((field) => order.indexOf(field));
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))) {
    report('does not hold its fields in the order of the kind');
  }
}

function checkSources(line: StarterLine, report: Report): void {
  if (line.sources.length === 0) report('has no source');
  for (const [index, one] of line.sources.entries()) {
    const parsed = source.safeParse(one);
    if (!parsed.success) report(`source ${index + 1}: ${parsed.error.issues[0]?.message ?? 'does not fit'}`);
  }
  const sourced = sourcedFields(line);
  for (const named of new Set(namedBySources(line))) {
    if (!(citedBy(named).field in line.data)) report(`has a source for «${named}», which it lacks`);
    else if (wrongParagraph(named, line.data)) report(`has a source for «${named}», but no such paragraph`);
  }
  for (const field of Object.keys(line.data)) {
    if (!sourced.has(field) && !remarks.has(field)) report(`says nothing of where «${field}» is from`);
  }
  if ('emergency' in line.data && !line.sources.some(isNamedAdvice))
    report('tells what to do in an emergency, but names no guideline or society with an address');
}

/** Emergency advice needs a readable document: a guideline or a society's sheet. */
const isNamedAdvice = ({ fields, publisher, url }: StarterLine['sources'][number]) =>
  Array.isArray(fields) && fields.includes('emergency') && Boolean(publisher) && Boolean(url);

function checkReferences(
  line: StarterLine,
  byExternal: ReadonlyMap<string, StarterLine>,
  report: Report,
): void {
  const expect = (to: unknown, kindName: string, field: string) => {
    const target = byExternal.get(String(to));
    if (!target) report(`${field}: no record is ${String(to)}`);
    else if (target.kind.name !== kindName) report(`${field}: ${String(to)} is a ${target.kind.name}`);
  };
  for (const [field, kindName] of Object.entries(line.kind.links)) {
    const found = (line.data[field] ?? []) as unknown[];
    for (const to of found) expect(to, kindName, field);
    if (new Set(found).size < found.length) report(`${field}: the same record is linked twice`);
  }
  for (const site of sitesOf(line)) if ('clinic' in site) expect(site.clinic, 'clinic', 'sites.clinic');
}

const sitesOf = (line: StarterLine) => (line.data.sites ?? []) as Record<string, unknown>[];

/** The record with resolved references must fit its kind. */
function checkFields(line: StarterLine, report: Report): void {
  const resolved: Record<string, unknown> = { ...line.data };
  for (const field of Object.keys(line.kind.links)) {
    const found = resolved[field];
    if (Array.isArray(found)) resolved[field] = found.map((to) => (reference.test(String(to)) ? 1 : to));
  }
  if (Array.isArray(resolved.sites)) {
    resolved.sites = sitesOf(line).map((site) => ('clinic' in site ? { ...site, clinic: 1 } : site));
  }
  const parsed = line.kind.fields.safeParse(resolved);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) report(`${issue.path.join('.')}: ${issue.message}`);
  }
  if (line.kind.name === 'page' && reservedPages.has(String(line.data.code))) report('has a reserved code');
}

/** Dictionary codes must be in the shipped dictionary. */
function checkTerms(line: StarterLine, terms: Terms, report: Report): void {
  const expect = (vocabulary: string | undefined, field: string, values: unknown[]) => {
    const codes = vocabulary === undefined ? undefined : terms.get(vocabulary);
    const unknown = codes ? values.filter((value) => !codes.has(String(value))) : [];
    for (const value of new Set(unknown)) report(`${field}: the dictionary has no «${String(value)}»`);
  };
  for (const [field, schema] of Object.entries(line.kind.fields.shape)) {
    expect(metaOf(schema).vocabulary, field, [line.data[field] ?? []].flat());
  }
  expect(
    'subject',
    'sites.subject',
    sitesOf(line).flatMap(({ subject }) => subject ?? []),
  );
}
