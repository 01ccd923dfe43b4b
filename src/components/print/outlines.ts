/** Outlines of what lies above a level, by marching squares. */

export type Point = [x: number, y: number];
/** Its last point is its first. */
export type Ring = Point[];
/** An outline and the holes in it. */
export type Polygon = Ring[];

/** Numbers over a grid, row by row; those at its edge lie below the level. */
export interface Grid {
  columns: number;
  rows: number;
  values: Float64Array;
}

/**
 * Lines through a square of four samples by which of them lie above: 1 south-west, 2 south-east, 4 north-east, 8
 * north-west. Each goes from the middle of one side to that of another, with what is above on its right hand.
 */
const west = [-0.5, 0] as const;
const east = [0.5, 0] as const;
const north = [0, -0.5] as const;
const south = [0, 0.5] as const;
const linesOf: readonly (readonly (readonly [Side, Side])[])[] = [
  [],
  [[south, west]],
  [[east, south]],
  [[east, west]],
  [[north, east]],
  [
    [south, west],
    [north, east],
  ],
  [[north, south]],
  [[north, west]],
  [[west, north]],
  [[south, north]],
  [
    [west, north],
    [east, south],
  ],
  [[east, north]],
  [[west, east]],
  [[south, east]],
  [[west, south]],
  [],
];
type Side = readonly [x: number, y: number];

/** Coordinates are of samples, whose middles lie at halves: 0.5, 1.5 … */
export function outlinesOf({ columns, rows, values }: Grid, level: number): Polygon[] {
  // Each point of an outline lies between two samples: its number is twice its coordinates, row by row.
  const width = 2 * columns + 1;
  const next = new Int32Array(width * (2 * rows + 1));
  const starts: number[] = [];
  for (let y = 1; y < rows; y++) {
    let right = 0;
    for (let x = 1; x < columns; x++) {
      const at = y * columns + x;
      const left = right;
      right = (values[at]! >= level ? 2 : 0) + (values[at - columns]! >= level ? 4 : 0);
      for (const [from, to] of linesOf[right + (left & 2 ? 1 : 0) + (left & 4 ? 8 : 0)]!) {
        const start = 2 * (y + from[1]) * width + 2 * (x + from[0]);
        next[start] = 2 * (y + to[1]) * width + 2 * (x + to[0]);
        starts.push(start);
      }
    }
  }

  /** Where on its side the line crosses the level. */
  const pointOf = (number: number): Point => {
    const x = (number % width) / 2;
    const y = Math.floor(number / width) / 2;
    const here = Math.floor(y) * columns + Math.floor(x);
    return Number.isInteger(x)
      ? [crossing(x, values[here - 1]!, values[here]!, level), y]
      : [x, crossing(y, values[here - columns]!, values[here]!, level)];
  };
  const outer: Polygon[] = [];
  const holes: Ring[] = [];
  // A ring begins where its last line in the order of the rows ends.
  for (const last of starts.toReversed()) {
    const first = next[last]!;
    if (first === 0) continue;
    const ring: Ring = [];
    for (let number = first, following = first; following !== 0; number = following) {
      ring.push(pointOf(number));
      following = next[number]!;
      next[number] = 0;
    }
    if (signedArea(ring) > 0) outer.unshift([ring]);
    else holes.unshift(ring);
  }
  for (const hole of holes) outer.find(([ring]) => isWithin(hole[0]!, ring!))?.push(hole);
  return outer;
}

const crossing = (at: number, before: number, after: number, level: number) =>
  at + (level - before) / (after - before) - 0.5;

/** Shoelace formula; less than nothing for a hole. */
export function signedArea(ring: Ring): number {
  let doubled = 0;
  let previous = ring.at(-1) ?? [0, 0];
  for (const point of ring) {
    doubled += (point[0] - previous[0]) * (point[1] + previous[1]);
    previous = point;
  }
  return doubled / 2;
}

/** Whether a line from the point to the far right crosses the ring an odd number of times. */
function isWithin([x, y]: Point, ring: Ring): boolean {
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [fromX, fromY] = ring[index - 1]!;
    const [toX, toY] = ring[index]!;
    if (fromY > y !== toY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isInside = !isInside;
  }
  return isInside;
}
