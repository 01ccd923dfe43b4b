/**
 * Outlines of Golos Text for preview pictures, identical on all machines. Run by hand when the character set
 * changes: `node scripts/letters.ts`. The result is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { outlineOf, type Font } from './outline.ts';

const source = new URL('../node_modules/@fontsource-variable/golos-text/files/', import.meta.url);
const target = new URL('../src/components/print/letters.json', import.meta.url);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join('');
const files = {
  cyrillic: `${range(0x410, 0x44f)}Ёё№`,
  latin: `${range(0x20, 0x7e)}«»–—…×±°·’“”„ÄÅÇÉÖÜßàáâäåçèéêëíîïñóôöøúûüý`,
};

const { create } = createRequire(import.meta.url)('fontkit') as { create(bytes: Buffer): Font };
/**
 * Advance and outline by letter, Golos Text SemiBold (Paratype, SIL OFL 1.1), 1000 units an em, y upwards.
 */
const outlines: Record<string, string> = {};
for (const [part, letters] of Object.entries(files)) {
  const whole = readFileSync(new URL(`golos-text-${part}-wght-normal.woff2`, source));
  const font = create(
    await subsetFont(whole, letters, { targetFormat: 'sfnt', variationAxes: { wght: 600 } }),
  );
  for (const letter of letters) {
    const [glyph] = font.layout(letter).glyphs;
    if (!glyph) continue;
    const outline = outlineOf(glyph);
    outlines[letter] = `${glyph.advanceWidth}${outline}`;
  }
}
writeFileSync(target, `${JSON.stringify(outlines, null, 2)}\n`);
