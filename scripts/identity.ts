/**
 * Draws the logo: public/favicon.svg, public/favicon.ico as bitmap, and PNG of several sizes for installed
 * apps. Run by hand when the logo changes: `node scripts/identity.ts`. The results are committed.
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { shapes } from '../src/components/print/shapes.ts';
import { drawStripes } from '../src/components/print/stripes.ts';

const target = new URL('../public/', import.meta.url);
const { base, rare, width, height } = drawStripes('registry', shapes.logo);

const mark = (paper: string, stripe: string, hue: string, style = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${style}<clipPath id="c"><rect width="${width}" height="${height}" rx="20"/></clipPath><g clip-path="url(#c)"><path class="p" fill="${paper}" d="M0 0h${width}v${height}H0z"/><path class="s" fill="${stripe}" d="${base}"/><path class="r" fill="${hue}" d="${rare}"/></g></svg>\n`;

const dark =
  '<style>@media (prefers-color-scheme: dark) { .p { fill: #1a1b22 } .s { fill: #e9e7f2 } .r { fill: #ff5c8d } }</style>';
writeFileSync(new URL('favicon.svg', target), mark('#fff', '#16171d', '#d81e5b', dark));

const sizes = [16, 32, 48];
const bitmaps = await Promise.all(
  sizes.map((size) =>
    sharp(Buffer.from(mark('#fff', '#16171d', '#d81e5b')), { density: 72 * 4 })
      .resize(size, size)
      .png({ palette: true })
      .toBuffer(),
  ),
);
writeFileSync(new URL('favicon.ico', target), icon(bitmaps));

// Phones round the corners themselves: white to the edge, the logo within.
const tile = mark('#fff', '#16171d', '#d81e5b').replace(/ rx="20"/, '');
for (const [name, size] of [
  ['apple-touch-icon', 180],
  ['icon-144', 144],
  ['icon-192', 192],
  ['icon-512', 512],
] as const)
  writeFileSync(
    new URL(`${name}.png`, target),
    await sharp(Buffer.from(tile), { density: 72 * 6 })
      .resize(size, size)
      .png({ palette: true, colours: 16 })
      .toBuffer(),
  );

/** An ICO file is a directory of PNG pictures. */
function icon(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach((picture, index) => {
    const entry = 6 + 16 * index;
    const size = sizes[index] ?? 0;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(picture.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  });
  return Buffer.concat([header, ...pictures]);
}
