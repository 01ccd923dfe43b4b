/** Binary format of the sign index: columns of small numbers, which compress better. Pure. */

import { Reader, Writer } from './bytes.ts';

/** Source of the index; places refer to `terms`. */
export interface SignSource {
  /** Versions of the data for display: «HPO» → «2024-08-13». */
  editions: Readonly<Record<string, string>>;
  /** Signs of any disease with their HPO ancestors, ascending. */
  terms: readonly { hpo: number; parents: readonly number[] }[];
  /** Obsolete HPO numbers → place of the replacement, ascending. */
  moved: readonly (readonly [hpo: number, place: number])[];
  candidates: readonly Candidate[];
}

export interface Candidate {
  /** Orphanet number; absent for diseases of OMIM only. */
  orpha?: number;
  omim?: number;
  /** Indexes in `inheritances`, `onsets`, `prevalences`; absent when unknown. */
  inheritance: readonly number[];
  onset: readonly number[];
  prevalence?: number;
  /** Signs: one list when all sources agree, otherwise one for each form. */
  forms: readonly PackedForm[];
}

/** Signs of a disease or form, by ascending place. */
export interface PackedForm {
  /** OMIM number of the form; absent for the whole disease. */
  omim?: number;
  /** Place of the sign and index in `shares`. */
  signs: readonly (readonly [term: number, level: number])[];
}

/** Stored shares of patients; sources have classes or «3 of 4». */
export const shares = [0.03, 0.17, 0.35, 0.55, 0.75, 0.92] as const;

/** Index of the nearest share. */
export function levelOf(share: number): number {
  let best = 0;
  for (let level = 1; level < shares.length; level++)
    if (Math.abs(shares[level]! - share) < Math.abs(shares[best]! - share)) best = level;
  return best;
}

export const inheritances = [
  'autosomal-dominant',
  'autosomal-recessive',
  'x-linked-dominant',
  'x-linked-recessive',
  'mitochondrial',
  'multifactorial',
  'not-applicable',
] as const;
export const onsets = [
  'antenatal',
  'neonatal',
  'infancy',
  'childhood',
  'adolescent',
  'adult',
  'elderly',
] as const;
/** Rarest first. */
export const prevalences = [
  'under-1-1000000',
  '1-9-1000000',
  '1-9-100000',
  '1-5-10000',
  '6-9-10000',
  'over-1-1000',
] as const;

const version = 1;

/** Deterministic. */
export function packSigns({ editions, terms, moved, candidates }: SignSource): Uint8Array<ArrayBuffer> {
  const forms = candidates.flatMap((candidate) => candidate.forms);
  const writer = new Writer();
  writer.number(version);
  writer.text(JSON.stringify(editions));
  writer.rising(terms.map(({ hpo }) => hpo));
  writer.all(terms.map(({ parents }) => parents.length));
  for (const [place, { parents }] of terms.entries())
    for (const parent of parents) writer.signed(place - parent);
  writer.rising(moved.map(([hpo]) => hpo));
  for (const [, place] of moved) writer.wide(place);
  const withOrpha = candidates.filter(({ orpha }) => orpha !== undefined);
  writer.rising(withOrpha.map(({ orpha = 0 }) => orpha));
  const others = candidates.slice(withOrpha.length);
  if (others.some(({ orpha }) => orpha !== undefined))
    throw new Error('Diseases of Orphanet come before the others.');
  writer.rising(others.map(({ omim = 0 }) => omim));
  writer.all(candidates.map(({ inheritance }) => maskOf(inheritance)));
  writer.all(candidates.map(({ onset }) => maskOf(onset)));
  writer.all(candidates.map(({ prevalence }) => (prevalence === undefined ? 0 : prevalence + 1)));
  writer.all(withOrpha.map((candidate) => candidate.forms.length));
  const numbered = withOrpha.flatMap((candidate) => candidate.forms);
  writer.all(numbered.map(({ omim }) => (omim === undefined ? 0 : 1)));
  for (const { omim } of numbered) if (omim !== undefined) writer.wide(omim % 65_536);
  for (const { omim } of numbered) if (omim !== undefined) writer.number(Math.floor(omim / 65_536));
  writer.number(forms.length);

  // Inverted: gaps between forms compress well for common signs.
  const having: number[][] = terms.map(() => []);
  for (const [place, { signs }] of forms.entries()) for (const [term] of signs) having[term]!.push(place);
  writer.all(having.map((list) => list.length));
  const bits = new Writer();
  for (const list of having) {
    const unit = unitOf(list.length, forms.length);
    let last = -1;
    for (const form of list) {
      bits.golomb(form - last - 1, unit);
      last = form;
    }
  }
  writer.block(bits.bytes());
  for (const { signs } of forms) for (const [, level] of signs) writer.number(level);
  return writer.bytes();
}

/** @throws {Error} for another format. */
export function unpackSigns(bytes: Uint8Array): SignSource {
  const reader = new Reader(bytes);
  if (reader.number() !== version) throw new Error('The index of signs has another format.');
  const editions = JSON.parse(reader.text()) as Record<string, string>;
  const numbers = reader.rising();
  const parentCounts = reader.all();
  const terms = numbers.map((hpo, place) => ({
    hpo,
    parents: Array.from({ length: parentCounts[place]! }, () => place - reader.signed()),
  }));
  const moved = reader.rising().map((hpo) => [hpo, reader.wide()] as const);
  const orphas = reader.rising();
  const omims = reader.rising();
  const inheritance = reader.all();
  const onset = reader.all();
  const prevalence = reader.all();
  const formCounts = reader.all();
  const isNumbered = reader.all();
  const low = isNumbered.map((is) => (is ? reader.wide() : 0));
  const formOmims = isNumbered.map((is, form) => (is ? low[form]! + reader.number() * 65_536 : 0));
  const forms = Array.from({ length: reader.number() }, (_, form) => ({
    ...(formOmims[form] ? { omim: formOmims[form] } : {}),
    signs: [] as [number, number][],
  }));
  const counts = reader.all();
  const bits = new Reader(reader.block());
  for (const [term, count] of counts.entries()) {
    const unit = unitOf(count, forms.length);
    let form = -1;
    for (let left = count; left > 0; left--) {
      form += bits.golomb(unit) + 1;
      forms[form]!.signs.push([term, 0]);
    }
  }
  for (const { signs } of forms) for (const sign of signs) sign[1] = reader.number();
  let next = 0;
  const candidates = inheritance.map((mask, place) => ({
    ...(place < orphas.length ? { orpha: orphas[place]! } : { omim: omims[place - orphas.length]! }),
    inheritance: placesIn(mask),
    onset: placesIn(onset[place]!),
    ...(prevalence[place] ? { prevalence: prevalence[place] - 1 } : {}),
    forms: forms.slice(next, (next += formCounts[place] ?? 1)),
  }));
  return { editions, terms, moved, candidates };
}

const maskOf = (places: readonly number[]) => places.reduce((mask, place) => mask | (1 << place), 0);

function placesIn(mask: number): number[] {
  const places: number[] = [];
  for (let place = 0; mask >> place; place++) if ((mask >> place) & 1) places.push(place);
  return places;
}

/** Golomb parameter; integer arithmetic, so that all machines agree. */
const unitOf = (count: number, of: number) => Math.max(1, Math.floor((of * 69) / (Math.max(1, count) * 100)));
