import sharp from 'sharp';
import { siteWords } from '#data/catalogue.ts';
import { hueOf } from './hues.ts';
import { shapes } from './shapes.ts';
import { drawStripes } from './stripes.ts';
import { drawLine, linesOf } from './words.ts';

/** The size that link previews want. */
const width = 1200;
const height = 630;
const [ink, muted, paper, red] = ['#16171d', '#4c4d57', '#faf9f6', '#d81e5b'];

interface Picture {
  /** What the zebra print is drawn from. */
  print: string;
  /** The therapeutic area that colours a stripe. */
  area?: string | undefined;
  /** Words; without them the print fills the picture. */
  above?: string;
  title?: string;
  below?: string;
}

/** Where words begin and how wide they may be: the print stands to the right of them. */
const left = 72;
const room = 760;
const small = 34;

/** PNG of 1200 × 630 for link previews. Letters are shapes: the picture is the same on every machine. */
export async function drawPicture({ print, area, above = '', title, below = '' }: Picture): Promise<Buffer> {
  const band = title === undefined ? width : 300;
  const { base, rare } = drawStripes(print, {
    ...shapes.hero,
    width: band,
    height,
    density: title === undefined ? shapes.hero.density : 4,
    rareAt: title === undefined ? shapes.hero.rareAt : 0.55,
    apart: 21,
  });
  const stripes = `<g transform="translate(${width - band})"><path fill="${ink}" d="${base}"/><path fill="${hueOf(area) ?? red}" d="${rare}"/></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${stripes}${title === undefined ? '' : drawWords(title, above, below)}</svg>`;
  return await sharp(Buffer.from(svg)).png({ palette: true, colours: 16, dither: 0, effort: 1 }).toBuffer();
}

function drawWords(title: string, above: string, below: string): string {
  const size = title.length > 60 ? 52 : 68;
  const lines = linesOf(title, room / size, title.length > 60 ? 5 : 4);
  const one = (text: string, y: number) =>
    linesOf(text, room / small, 1).map((line) => drawLine(line, { x: left, y, size: small }));
  const mark = drawStripes('registry', shapes.logo);
  return [
    `<g transform="translate(${left} 64) scale(.75)"><rect width="96" height="96" rx="20" fill="#fff"/><clipPath id="m"><rect width="96" height="96" rx="20"/></clipPath><g clip-path="url(#m)"><path fill="${ink}" d="${mark.base}"/><path fill="${red}" d="${mark.rare}"/></g></g>`,
    `<g fill="${ink}">`,
    drawLine(siteWords().title, { x: left + 96, y: 111, size: small }),
    ...lines.map((line, at) => drawLine(line, { x: left, y: 268 + at * size * 1.15, size })),
    `</g><g fill="${muted}">`,
    ...one(above, 196),
    ...one(below, 578),
    '</g>',
  ].join('');
}
