/** Shade of a tile: 0, then 1, 2–3, 4–7, 8 and more; the legend is in TileMap.astro. */
export function levelOf(count: number): 0 | 1 | 2 | 3 | 4 {
  if (count <= 0) return 0;
  if (count === 1) return 1;
  if (count <= 3) return 2;
  return count <= 7 ? 3 : 4;
}
