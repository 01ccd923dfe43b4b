import { encode } from 'uqr';

/**
 * A QR code of an address as one SVG path of strokes one module wide: runs of dark modules, row by row. Half as long as
 * outlines of the runs.
 */
export function qrOf(address: string): { size: number; path: string } {
  const { size, data } = encode(address, { border: 0, maskPattern: maskFor(new URL('/', address).href) });
  let path = '';
  data.forEach((row, y) => {
    // Where the last run of this row has ended.
    let at: number | undefined;
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      let end = x + 1;
      while (row[end]) end += 1;
      path += at === undefined ? `M${x} ${y}.5h${end - x}` : `m${x - at} 0h${end - x}`;
      at = end;
      x = end;
    }
  });
  return { size, path };
}

/**
 * Any of the eight masks reads well. Seeking the best one costs ten times the code itself, so it is sought once for the
 * site and not for every page.
 */
function maskFor(site: string): number {
  const mask = masks.get(site) ?? encode(site, { border: 0 }).maskPattern;
  masks.set(site, mask);
  return mask;
}
const masks = new Map<string, number>();
