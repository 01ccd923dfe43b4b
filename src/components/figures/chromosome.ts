import { bands } from './bands.ts';

interface Band {
  /** `p36.33` */
  name: string;
  from: number;
  to: number;
  stain: string;
}

interface Chromosome {
  name: string;
  arm: 'p' | 'q' | undefined;
  /** Millions of bases. */
  length: number;
  centromere: number;
  /** Where the locus lies, in millions of bases; nothing when it names the arm only. */
  place: { from: number; to: number } | undefined;
  bands: readonly Band[];
}

/** The chromosome that a locus such as «1q22» or «Xp21.2-p21.1» names; mitochondrial and unknown loci have none. */
export function chromosomeOf(locus: string | undefined): Chromosome | undefined {
  const found = /^(\d{1,2}|X|Y)(?=$|\s*[pq]|cen)\s*(p|q|cen)?/.exec(locus?.trim() ?? '');
  const name = found?.[1];
  if (!name || !Object.hasOwn(bands, name)) return undefined;
  const all = bandsOf(name);
  return {
    name,
    arm: found[2] === 'p' || found[2] === 'q' ? found[2] : undefined,
    length: all.at(-1)?.to ?? 0,
    centromere: all.findLast(({ name: band }) => band.startsWith('p'))?.to ?? 0,
    place: placeOf((locus ?? '').slice(name.length).replaceAll(/\s/g, ''), all),
    bands: all,
  };
}

const bandsRead = new Map<string, readonly Band[]>();

function bandsOf(name: string): readonly Band[] {
  const all = bandsRead.get(name) ?? readBands(name);
  bandsRead.set(name, all);
  return all;
}

function readBands(name: string): Band[] {
  let [arm, from] = ['', 0];
  return (bands[name] ?? '').split(',').map((written) => {
    const [band = '', end, stain = ''] = written.split(' ');
    if (/^[pq]/.test(band)) arm = band.charAt(0);
    const to = Number(end);
    const result = { name: arm + band.replace(arm, ''), from, to, stain };
    from = to;
    return result;
  });
}

/** `q22`, `p21.2-p21.1`, `q13.1-q13.3`, `q21-q22`: from the first to the last band whose name begins so. */
function placeOf(rest: string, all: readonly Band[]): Chromosome['place'] {
  const ends = /^([pq]\d[\d.]*)(?:-([pq]?\d[\d.]*))?$/.exec(rest);
  if (!ends) return undefined;
  const [, first = '', second = first] = ends;
  const last = /^[pq]/.test(second) ? second : first.charAt(0) + second;
  const named = all.filter(({ name }) => isPartOf(name, first) || isPartOf(name, last));
  if (named.length === 0) return undefined;
  return {
    from: Math.min(...named.map(({ from }) => from)),
    to: Math.max(...named.map(({ to }) => to)),
  };
}

/** 1q21 holds 1q21.3, and not 1q2; 11q1 holds 11q13. */
const isPartOf = (band: string, wanted: string) => band.startsWith(wanted.replace(/\.$/, ''));

/** «Хромосома 1, длинное плечо, 1q22», the words under the picture. */
export function sayLocus(locus: string): string {
  const chromosome = chromosomeOf(locus);
  if (!chromosome) return locus;
  const arm = chromosome.arm === 'p' ? ', короткое плечо' : chromosome.arm === 'q' ? ', длинное плечо' : '';
  return `Хромосома ${chromosome.name}${arm}, ${locus}`;
}

/** The field of the drawing, without its margins. */
export const field = { from: 4, to: 296, top: 14, height: 18 } as const;

/** What is drawn of a chromosome: it fills the field, whatever its length, so that its bands can be distinguished. */
export function drawChromosome(chromosome: Chromosome) {
  const { name, centromere, place } = chromosome;
  const x = scaleOf(chromosome);
  const middle = place && (place.from + place.to) / 2;
  const whole = drawn.get(name) ?? drawWhole(chromosome);
  drawn.set(name, whole);
  return {
    ...whole,
    place: place && {
      x: x(place.from),
      width: Math.max(2, Math.round((x(place.to) - x(place.from)) * 10) / 10),
    },
    mark: middle === undefined ? undefined : x(middle),
    centromere: x(centromere),
  };
}

/** What is the same for all genes of a chromosome; there are two dozen chromosomes and thousands of genes. */
interface Whole {
  /** Both arms with round ends. */
  outline: string;
  /** One path per stain. */
  bands: { stain: string; path: string }[];
}
const drawn = new Map<string, Whole>();

function drawWhole(chromosome: Chromosome): Whole {
  const { length, centromere, bands: all } = chromosome;
  const x = scaleOf(chromosome);
  const { top, height } = field;
  const box = (from: number, to: number) => `M${x(from)} ${top}H${x(to)}v${height}H${x(from)}z`;
  const stains = [...new Set(all.map(({ stain }) => stain))].filter((stain) => /^[1-4v]$/.test(stain));
  return {
    outline: outlineOfArm(x(0), x(centromere)) + outlineOfArm(x(centromere), x(length)),
    bands: stains.map((stain) => ({
      stain,
      path: all
        .filter((band) => band.stain === stain)
        .map(({ from, to }) => box(from, to))
        .join(''),
    })),
  };
}

const scaleOf =
  ({ length }: Chromosome) =>
  (position: number) =>
    Math.round((field.from + (position / length) * (field.to - field.from)) * 10) / 10;

function outlineOfArm(from: number, to: number): string {
  const { top, height } = field;
  const radius = Math.min(height / 2, (to - from) / 2);
  const straight = Math.max(0, to - from - 2 * radius);
  const half = height / 2;
  const round1 = (value: number) => Math.round(value * 10) / 10;
  return `M${round1(from + radius)} ${top}h${round1(straight)}a${round1(radius)} ${half} 0 0 1 0 ${height}h-${round1(straight)}a${round1(radius)} ${half} 0 0 1 0-${height}z`;
}
