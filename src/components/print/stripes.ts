import { randomNumbers } from '#domain/random.ts';
import { outlinesOf, signedArea, type Grid, type Point, type Polygon, type Ring } from './outlines.ts';

/** The shape of a print: its size in drawing units, and how finely the field under it is sampled. */
export interface PrintShape {
  width: number;
  height: number;
  /** Samples across and down. */
  columns: number;
  rows: number;
  /** How many stripes: about `density × width / height`. */
  density: number;
  /** How far the stripes wander; 1 is a zebra. */
  warp: number;
  /** Points of an outline nearer than this, in drawing units, are one: fewer make a lighter and smoother print. */
  apart: number;
  /** Slope in radians; without it the code decides. */
  angle?: number;
  /** Where across the picture the coloured stripe is looked for, 0 to 1. */
  rareAt: number;
}

interface Stripes {
  width: number;
  height: number;
  /** Path of the black stripes and path of the coloured one. */
  base: string;
  rare: string;
}

const remembered = new Map<string, Stripes>();
const rememberedAtMost = 4096;

/**
 * The zebra print of a code: a domain-warped sine field, cut at a level, with one stripe set apart.
 * The same code gives the same print for ever.
 */
export function drawStripes(code: string, shape: PrintShape): Stripes {
  const key = `${code} ${Object.values(shape).join(' ')}`;
  const known = remembered.get(key);
  if (known) return known;
  const stripes = trace(code, shape);
  if (remembered.size >= rememberedAtMost) remembered.clear();
  remembered.set(key, stripes);
  return stripes;
}

function trace(code: string, shape: PrintShape): Stripes {
  const { width, height, columns, rows } = shape;
  const scale: Point = [width / (columns - 1), height / (rows - 1)];
  const stripes = outlinesOf(field(code, shape), 0.02)
    .map((polygon) => polygon.filter((ring) => areaOf(ring) > 3))
    .filter((polygon) => polygon[0] && areaOf(polygon[0]) > columns * rows * 0.006);
  const rare = chooseRare(stripes, shape);
  const path = (polygon: Polygon) => polygon.map((ring) => smoothPath(ring, scale, shape)).join('');
  return {
    width,
    height,
    base: stripes
      .filter((polygon) => polygon !== rare)
      .map(path)
      .join(''),
    rare: rare ? path(rare) : '',
  };
}

/** One sample more on every side, below the level, closes the stripes at the edge of the picture. */
function field(code: string, shape: PrintShape): Grid {
  const { columns, rows, density, warp, angle } = shape;
  const random = randomFrom(code);
  const slope = angle ?? -0.9 + random() * 1.8;
  const phase = Array.from({ length: 8 }, () => random() * 2 * Math.PI) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const frequency = (density * (0.85 + random() * 0.3) * 2 * Math.PI) / 1.4;
  const [cosine, sine] = [Math.cos(slope), Math.sin(slope)];
  const places = placesOf(shape);
  const { xs, ys } = places;
  const drift = waveOver(places, [1.3, 2.1], phase[0]);
  const ripple = waveOver(places, [-2.2, 4.7], phase[1]);
  const sway = waveOver(places, [1.9, 0], phase[2]);
  const swell = waveOver(places, [5.1, 2.7], phase[3]);
  // Stripes of a zebra fork; so do ours.
  const fork = waveOver(places, [1.6, -2.4], phase[4]);
  const forkBand = waveOver(places, [0, 2.3], phase[5]);
  const grain = waveOver(places, [9, 7], phase[6]);
  const values = new Float64Array((columns + 2) * (rows + 2)).fill(-2);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const wanderedX = xs[column]! + warp * (0.28 * drift[at]! + 0.16 * ripple[at]!);
      const wanderedY = ys[row]! + warp * (0.24 * sway[at]! + 0.12 * swell[at]!);
      const along = wanderedX * cosine + wanderedY * sine;
      values[(row + 1) * (columns + 2) + column + 1] =
        Math.sin(frequency * along + 1.15 * fork[at]! * forkBand[at]!) + 0.18 * grain[at]!;
    }
  }
  return { columns: columns + 2, rows: rows + 2, values };
}

/** Where the samples of a shape lie, and what of the waves over them is the same for every code. */
interface Places {
  xs: Float64Array;
  ys: Float64Array;
  /** Sines and cosines of a·x of each column, by a. */
  across: Map<number, { sines: Float64Array; cosines: Float64Array }>;
}
const known = new WeakMap<PrintShape, Places>();

function placesOf(shape: PrintShape): Places {
  let places = known.get(shape);
  if (!places) {
    const { width, height, columns, rows } = shape;
    const xs = evenly(columns, width / height / (columns - 1));
    known.set(shape, (places = { xs, ys: evenly(rows, 1 / (rows - 1)), across: new Map() }));
  }
  return places;
}

const evenly = (count: number, step: number) => Float64Array.from({ length: count }, (_, at) => at * step);

/**
 * sin(a·x + b·y + phase) at every sample, row by row, from the sines and cosines of each column and each row: a sixth of
 * the sines that asking for each sample takes.
 */
function waveOver(
  { xs, ys, across }: Places,
  [a, b]: readonly [number, number],
  phase: number,
): Float64Array {
  let columns = across.get(a);
  if (!columns)
    across.set(
      a,
      (columns = { sines: xs.map((x) => Math.sin(a * x)), cosines: xs.map((x) => Math.cos(a * x)) }),
    );
  const { sines, cosines } = columns;
  const wave = new Float64Array(xs.length * ys.length);
  for (let row = 0, at = 0; row < ys.length; row++) {
    const [sineY, cosineY] = [Math.sin(b * ys[row]! + phase), Math.cos(b * ys[row]! + phase)];
    for (let column = 0; column < xs.length; column++, at++)
      wave[at] = sines[column]! * cosineY + cosines[column]! * sineY;
  }
  return wave;
}

/** The stripe nearest to the wanted place among those neither too thin nor too broad. */
function chooseRare(stripes: Polygon[], { columns, rows, rareAt }: PrintShape): Polygon | undefined {
  const samples = columns * rows;
  const distance = ([outline = []]: Polygon) => {
    const centre = outline.reduce((sum, [x]) => sum + x, 0) / outline.length / columns;
    return Math.abs(centre - rareAt);
  };
  const fitting = stripes.filter(([outline = []]) => {
    const size = areaOf(outline);
    return size > samples * 0.02 && size < samples * 0.2;
  });
  return fitting.toSorted((a, b) => distance(a) - distance(b))[0] ?? stripes[0];
}

const areaOf = (ring: Ring) => Math.abs(signedArea(ring));

/**
 * A quadratic spline through the middles of the sides, in relative whole numbers. Its bends are mirrored in the middles,
 * so after the first only the middles are written (`t`): each is chosen so that the bend after it falls where the ring
 * has its corner, and rounding does not add up. Points near to each other are dropped, but not those on the edge of the
 * picture.
 */
function smoothPath(ring: Ring, [scaleX, scaleY]: Point, { width, height, apart }: PrintShape): string {
  const least = apart ** 2;
  const points: Point[] = [];
  for (let index = 0; index < ring.length - 1; index++) {
    const x = (ring[index]![0] - 1.5) * scaleX;
    const y = (ring[index]![1] - 1.5) * scaleY;
    const last = points.at(-1);
    const isOnEdge = x <= 0.01 || y <= 0.01 || x >= width - 0.01 || y >= height - 0.01;
    if (!last || isOnEdge || (x - last[0]) ** 2 + (y - last[1]) ** 2 >= least) points.push([x, y]);
  }
  const end = points.at(-1);
  const start = points[0];
  if (points.length < 3 || !start || !end) return '';

  const first = middle(end, start);
  let bend: Point = [Math.round(start[0]), Math.round(start[1])];
  let [x, y] = first;
  let path = `M${x} ${y}q${bend[0] - x}${written(bend[1] - y)}`;
  for (let index = 0; index < points.length; index++) {
    const corner = points[index + 1];
    const [nextX, nextY] = corner ? middle(bend, corner) : first;
    const step = `${nextX - x}${written(nextY - y)}`;
    path += index === 1 ? `t${step}` : step.startsWith('-') ? step : ` ${step}`;
    bend = [2 * nextX - bend[0], 2 * nextY - bend[1]];
    [x, y] = [nextX, nextY];
  }
  return `${path}z`;
}

/** A number after another: a minus needs no space before it. */
const written = (length: number) => (length < 0 ? `${length}` : ` ${length}`);

function middle(a: Point, b: Point): Point {
  return [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)];
}

/** The FNV-1a hash of the text is the seed. */
const randomFrom = (text: string): (() => number) =>
  randomNumbers(
    [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16777619), 2166136261),
  );
