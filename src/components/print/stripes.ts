import { contours } from 'd3-contour';

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
  /** Slope in radians; without it the code decides. */
  angle?: number;
  /** Where across the picture the coloured stripe is looked for, 0 to 1. */
  rareAt: number;
}

export interface Stripes {
  width: number;
  height: number;
  /** Path of the black stripes and path of the coloured one. */
  base: string;
  rare: string;
}

type Point = [x: number, y: number];
type Ring = Point[];
type Polygon = Ring[];

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
  // One sample more on every side, below the level, closes the stripes at the edge of the picture.
  const [area] = contours()
    .size([columns + 2, rows + 2])
    .thresholds([0.02])(field(code, shape));
  const scale: Point = [width / (columns - 1), height / (rows - 1)];
  const stripes = ((area?.coordinates ?? []) as Polygon[])
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

function field(code: string, { width, height, columns, rows, density, warp, angle }: PrintShape): number[] {
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
  const aspect = width / height;
  const [cosine, sine] = [Math.cos(slope), Math.sin(slope)];
  const values: number[] = [];
  for (let row = -1; row <= rows; row++) {
    for (let column = -1; column <= columns; column++) {
      if (row < 0 || column < 0 || row === rows || column === columns) {
        values.push(-2);
        continue;
      }
      const x = (column / (columns - 1)) * aspect;
      const y = row / (rows - 1);
      const wanderedX =
        x +
        warp *
          (0.28 * Math.sin(2.1 * y + phase[0] + 1.3 * x) + 0.16 * Math.sin(4.7 * y - 2.2 * x + phase[1]));
      const wanderedY =
        y + warp * (0.24 * Math.sin(1.9 * x + phase[2]) + 0.12 * Math.sin(5.1 * x + 2.7 * y + phase[3]));
      // Stripes of a zebra fork; so do ours.
      const fork = 1.15 * Math.sin(1.6 * x - 2.4 * y + phase[4]) * Math.sin(2.3 * y + phase[5]);
      const along = wanderedX * cosine + wanderedY * sine;
      values.push(Math.sin(frequency * along + fork) + 0.18 * Math.sin(9 * x + 7 * y + phase[6]));
    }
  }
  return values;
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

/** Shoelace formula. */
function areaOf(ring: Ring): number {
  let doubled = 0;
  let previous = ring.at(-1) ?? [0, 0];
  for (const point of ring) {
    doubled += (point[0] - previous[0]) * (point[1] + previous[1]);
    previous = point;
  }
  return Math.abs(doubled / 2);
}

/**
 * A quadratic spline through the middles of the sides, in relative whole numbers: half as long as absolute curves.
 * Points very near to each other are dropped, but not those on the edge of the picture.
 */
function smoothPath(ring: Ring, [scaleX, scaleY]: Point, { width, height }: PrintShape): string {
  const least = width / 56;
  const points: Point[] = [];
  for (const [column, row] of ring.slice(0, -1)) {
    const x = (column - 1.5) * scaleX;
    const y = (row - 1.5) * scaleY;
    const last = points.at(-1);
    const isOnEdge = x <= 0.01 || y <= 0.01 || x >= width - 0.01 || y >= height - 0.01;
    if (!last || isOnEdge || Math.hypot(x - last[0], y - last[1]) >= least) points.push([x, y]);
  }
  const end = points.at(-1);
  const start = points[0];
  if (points.length < 3 || !start || !end) return '';

  let current = middle(end, start);
  const steps: number[] = [];
  points.forEach((corner, index) => {
    const next = middle(corner, points[index + 1] ?? start);
    const step = [
      Math.round(corner[0]) - current[0],
      Math.round(corner[1]) - current[1],
      next[0] - current[0],
      next[1] - current[1],
    ];
    if (step.some((length) => length !== 0)) steps.push(...step);
    current = next;
  });
  const [x, y] = middle(end, start);
  return `M${x} ${y}q${steps.join(' ').replaceAll(' -', '-')}z`;
}

function middle(a: Point, b: Point): Point {
  return [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)];
}

/** FNV-1a of the text sows a mulberry32 sequence of numbers from 0 to 1. */
function randomFrom(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state += 0x6d2b79f5;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
