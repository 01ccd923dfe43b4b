/** The shade of a tile: 0 for none, then 1, 2–3, 4–7, 8 and more; the legend of TileMap.astro says the same. */
export function levelOf(count: number): 0 | 1 | 2 | 3 | 4 {
  if (count <= 0) return 0;
  if (count === 1) return 1;
  if (count <= 3) return 2;
  return count <= 7 ? 3 : 4;
}
