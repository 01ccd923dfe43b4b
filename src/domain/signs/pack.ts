/** File of the sign index: JSON of columns, which compress better than records. Pure. */

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

const format = 2;

/** Steps are differences to the number before; places are indexes in the columns. */
interface Columns {
  format: number;
  editions: SignSource['editions'];
  hpoSteps: number[];
  /** Places back to each parent. */
  parents: number[][];
  moved: { hpoSteps: number[]; places: number[] };
  /** 0: none. */
  orpha: number[];
  omim: number[];
  inheritance: (readonly number[])[];
  onset: (readonly number[])[];
  prevalence: (number | null)[];
  /** OMIM numbers of the forms; 0: the whole disease. */
  forms: number[][];
  /** Forms with each sign, of all diseases together, in steps: for common signs they are small. */
  formSteps: number[][];
  /** A digit for each sign of each form. */
  levels: string;
}

/** Deterministic. */
export function packSigns({ editions, terms, moved, candidates }: SignSource): string {
  const forms = candidates.flatMap((candidate) => candidate.forms);
  const having: number[][] = terms.map(() => []);
  for (const [place, { signs }] of forms.entries()) for (const [term] of signs) having[term]!.push(place);
  return JSON.stringify({
    format,
    editions,
    hpoSteps: stepsOf(terms.map(({ hpo }) => hpo)),
    parents: terms.map(({ parents }, place) => parents.map((parent) => place - parent)),
    moved: { hpoSteps: stepsOf(moved.map(([hpo]) => hpo)), places: moved.map(([, place]) => place) },
    orpha: candidates.map(({ orpha = 0 }) => orpha),
    omim: candidates.map(({ omim = 0 }) => omim),
    inheritance: candidates.map(({ inheritance }) => inheritance),
    onset: candidates.map(({ onset }) => onset),
    prevalence: candidates.map(({ prevalence = null }) => prevalence),
    forms: candidates.map((candidate) => candidate.forms.map(({ omim = 0 }) => omim)),
    formSteps: having.map(stepsOf),
    levels: forms.flatMap(({ signs }) => signs.map(([, level]) => level)).join(''),
  } satisfies Columns);
}

/** @throws {Error} for another format. */
export function unpackSigns(text: string): SignSource {
  const columns = JSON.parse(text) as Columns;
  if (columns.format !== format) throw new Error('The index of signs has another format.');
  const forms = columns.forms
    .flat()
    .map((omim) => ({ ...(omim && { omim }), signs: [] as [term: number, level: number][] }));
  for (const [term, steps] of columns.formSteps.entries())
    for (const form of summed(steps)) forms[form]!.signs.push([term, 0]);
  const signs = forms.flatMap((form) => form.signs);
  if (columns.levels.length !== signs.length) throw new Error('The index of signs is cut short.');
  for (const [at, sign] of signs.entries()) sign[1] = Number(columns.levels[at]);
  let next = 0;
  return {
    editions: columns.editions,
    terms: summed(columns.hpoSteps).map((hpo, place) => ({
      hpo,
      parents: columns.parents[place]!.map((back) => place - back),
    })),
    moved: summed(columns.moved.hpoSteps).map((hpo, at) => [hpo, columns.moved.places[at]!]),
    candidates: columns.forms.map(({ length }, place) => {
      const [orpha, omim, prevalence] = [
        columns.orpha[place],
        columns.omim[place],
        columns.prevalence[place],
      ];
      return {
        ...(orpha && { orpha }),
        ...(omim && { omim }),
        inheritance: columns.inheritance[place]!,
        onset: columns.onset[place]!,
        ...(typeof prevalence === 'number' && { prevalence }),
        forms: forms.slice(next, (next += length)),
      };
    }),
  };
}

const stepsOf = (numbers: readonly number[]): number[] =>
  numbers.map((number, at) => number - (numbers[at - 1] ?? 0));

function summed(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}
