/** Pages that a reader may want next: the ends, and two on each side of this one; `null` is a gap. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const wanted = new Set([1, pages]);
  for (let near = page - 2; near <= page + 2; near += 1) if (near >= 1 && near <= pages) wanted.add(near);
  const sorted = [...wanted].sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1];
    if (before === undefined || number === before + 1) return [number];
    // A gap of one page is that page.
    return number === before + 2 ? [before + 1, number] : [null, number];
  });
}
