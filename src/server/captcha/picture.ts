import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import outlines from './glyphs.json' with { type: 'json' };

/** Outlines of PT Sans Bold (ParaType, SIL OFL 1.1), 1000 units an em, y upwards. */
export const glyphs: Readonly<Record<string, { width: number; outline: string }>> = outlines;
const letters = Object.keys(glyphs);
const wordLength = 5;
const size = { width: 240, height: 80 };
/** Margins without upright letters, in pixels. */
const margin = 16;

/** Random letters: no dictionary word, nothing offensive. */
export const randomWord = () =>
  Array.from({ length: wordLength }, () => letters[randomInt(letters.length)]).join('');

const randomBetween = (least: number, max: number) =>
  least + (randomInt(1_000_001) / 1_000_000) * (max - least);

/** The word as a PNG data URL of distorted outlines: SVG would reveal the letters. */
export async function drawWord(word: string): Promise<string> {
  const wave = { height: randomBetween(3, 6), length: randomBetween(50, 90), start: randomBetween(0, 6) };
  const bend = (x: number, y: number): [number, number] => [
    x + Math.sin(y / 17 + wave.start) * 2.5,
    y + Math.sin(x / (wave.length / 6) + wave.start) * wave.height,
  ];
  const shapes = [...word].map((letter) => {
    const glyph = glyphs[letter];
    if (!glyph) throw new Error(`There is no outline of ${letter}`);
    return { glyph, scale: randomBetween(0.058, 0.068), gap: randomBetween(3, 8) };
  });
  // Rotated letters overhang; five wide ones are scaled down.
  const wide = shapes.reduce((sum, { glyph, scale, gap }) => sum + glyph.width * scale + gap, 0);
  const fit = Math.min(1, (size.width - 2 * margin) / wide);
  let left = margin;
  const paths = shapes.map(({ glyph, scale: own, gap }) => {
    const scale = own * fit;
    const [turn, slant, base] = [randomBetween(-0.3, 0.3), randomBetween(-0.2, 0.2), randomBetween(50, 60)];
    const middle = (glyph.width * scale) / 2;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const outline = moved(glyph.outline, (unitX, unitY) => {
      const x = unitX * scale - middle + unitY * scale * slant;
      const y = -unitY * scale + 15;
      return bend(left + middle + x * cos - y * sin, base - 15 + x * sin + y * cos);
    });
    left += glyph.width * scale + gap * fit;
    return `<path d="${outline}" fill-rule="nonzero"/>`;
  });
  const lines = Array.from({ length: 3 }, () => {
    const points = Array.from({ length: 4 }, (_, index) => `${index * 80} ${randomBetween(14, 68)}`);
    return `<path d="M${points[0]}C${points.slice(1).join(' ')}" fill="none" stroke="#222" stroke-width="${randomBetween(1, 2)}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/><g fill="#222">${paths.join('')}</g>${lines.join('')}</svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 8 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

function moved(outline: string, move: (x: number, y: number) => [number, number]): string {
  return outline.replace(/([MLQC])([^MLQCZ]+)/g, (_, command: string, numbers: string) => {
    const coordinates = numbers.match(/-?\d+/g)?.map(Number) ?? [];
    const points: string[] = [];
    for (let at = 0; at + 1 < coordinates.length; at += 2) {
      const [x, y] = move(coordinates[at] ?? 0, coordinates[at + 1] ?? 0);
      points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
    }
    return `${command}${points.join(' ')}`;
  });
}
