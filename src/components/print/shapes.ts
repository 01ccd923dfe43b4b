import type { PrintShape } from './stripes.ts';

/** The places where prints appear. */
export const shapes = {
  header: { width: 160, height: 96, columns: 40, rows: 24, density: 4.2, warp: 1, apart: 5.3, rareAt: 0.5 },
  band: { width: 280, height: 100, columns: 44, rows: 18, density: 3.6, warp: 1, apart: 7, rareAt: 0.5 },
  thumb: { width: 96, height: 96, columns: 18, rows: 18, density: 3, warp: 0.8, apart: 1.7, rareAt: 0.5 },
  strip: {
    width: 430,
    height: 70,
    columns: 60,
    rows: 12,
    density: 2.3,
    warp: 0.9,
    apart: 7.7,
    angle: 0.5,
    rareAt: 0.4,
  },
  banner: {
    width: 1280,
    height: 144,
    columns: 128,
    rows: 15,
    density: 2.2,
    warp: 0.9,
    apart: 23,
    angle: 0.5,
    rareAt: 0.4,
  },
  hero: {
    width: 640,
    height: 500,
    columns: 56,
    rows: 44,
    density: 9,
    warp: 1.15,
    apart: 20,
    angle: -0.55,
    rareAt: 0.4,
  },
  logo: {
    width: 96,
    height: 96,
    columns: 24,
    rows: 24,
    density: 3.4,
    warp: 0.55,
    apart: 3,
    angle: 0.55,
    rareAt: 0.5,
  },
} as const satisfies Record<string, PrintShape>;

export type ShapeName = keyof typeof shapes;
