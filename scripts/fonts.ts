/**
 * Subsets Golos Text for Russian medical pages: two preloaded files, and four for rare letters. Run by hand
 * when the font or character set changes: `node scripts/fonts.ts`. The results are committed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const source = new URL('../node_modules/@fontsource-variable/golos-text/', import.meta.url);
const target = new URL('../public/fonts/', import.meta.url);
const record = new URL('../src/styles/fonts.css', import.meta.url);
const names = new URL('../src/layouts/fonts.ts', import.meta.url);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join('');

/**
 * Digits, spaces and punctuation are in the Latin file, so that text does not switch files. Letters on one
 * page of a hundred are in separate files, loaded on demand.
 */
const files = [
  {
    part: 'cyrillic',
    letters: `${range(0x410, 0x44f)}Ёё№`,
    unicode: 'U+401, U+410-44F, U+451, U+2116',
  },
  {
    part: 'latin',
    letters: `${range(0x20, 0x5b)}]_${range(0x61, 0x7a)}\u00a0\u2009\u202f\u2011«»–—…×±°·§©’“„”−→≤≥≈é`,
    unicode:
      'U+20-5B, U+5D, U+5F, U+61-7A, U+A0, U+A7, U+A9, U+AB, U+B0-B1, U+B7, U+BB, U+D7, U+E9, U+2009, U+2011, U+2013-2014, U+2019, U+201C-201E, U+2026, U+202F, U+2192, U+2212, U+2248, U+2264-2265',
  },
  {
    part: 'cyrillic',
    isRare: true,
    letters: 'ІіЇїЄєҐґЎў',
    unicode: 'U+404, U+406-407, U+40E, U+454, U+456-457, U+45E, U+490-491',
  },
  {
    part: 'latin',
    isRare: true,
    letters: '\\^`{|}~',
    unicode: 'U+5C, U+5E, U+60, U+7B-7E',
  },
  // Most pages with a letter of these two have one of the first.
  {
    part: 'latin',
    isRare: true,
    letters: 'ßáäåçèïóöü',
    unicode: 'U+DF, U+E1, U+E4-E5, U+E7-E8, U+EF, U+F3, U+F6, U+FC',
  },
  {
    part: 'latin',
    isRare: true,
    letters: 'ÄÅÇÉÍÓÖØÜàâêëíñôøú',
    unicode:
      'U+C4-C5, U+C7, U+C9, U+CD, U+D3, U+D6, U+D8, U+DC, U+E0, U+E2, U+EA-EB, U+ED, U+F1, U+F4, U+F8, U+FA',
  },
] as const;

for (const old of readdirSync(target)) if (old.endsWith('.woff2')) rmSync(new URL(old, target));

const written = [];
for (const { part, letters, unicode, ...more } of files) {
  const whole = readFileSync(new URL(`files/golos-text-${part}-wght-normal.woff2`, source));
  const isRare = 'isRare' in more;
  const cut = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    // Kerning within a file, and tabular figures.
    keepFeatures: isRare ? [] : ['kern', 'tnum'],
    // No vertical text.
    dropTables: ['vhea', 'vmtx', 'STAT', ...(isRare ? ['GDEF', 'GPOS', 'GSUB'] : [])],
    variationAxes: { wght: { min: 400, max: 700 } },
  });
  // Content hash in the name: the file may be cached forever.
  const hash = createHash('sha256').update(cut).digest('hex').slice(0, 8);
  const file = `golos-${part}${isRare ? '-rare' : ''}.${hash}.woff2`;
  writeFileSync(new URL(file, target), cut);
  written.push({ file, unicode, isRare });
  console.log(`${file}: ${cut.length} bytes`);
}
writeFileSync(new URL('OFL.txt', target), readFileSync(new URL('LICENSE', source)));

const faces = written.map(
  ({ file, unicode }) => `@font-face {
  font-family: Golos;
  src: url('/fonts/${file}') format('woff2');
  font-weight: 400 700;
  font-display: swap;
  unicode-range: ${unicode};
}
`,
);
writeFileSync(
  record,
  `/* Written by scripts/fonts.ts. */\n${faces.join('\n')}
/* Stand in while Golos loads: their lines are as long and as high as those of Golos, as measured in a browser on
   Russian text, so that nothing moves when it comes. */
@font-face {
  font-family: 'Golos fallback';
  font-weight: 400 599;
  src: local('Arial'), local('Liberation Sans');
  size-adjust: 105.7%;
  ascent-override: 92.7%;
  descent-override: 20.8%;
  line-gap-override: 0%;
}

@font-face {
  font-family: 'Golos fallback';
  font-weight: 600 700;
  src: local('Arial Bold'), local('Liberation Sans Bold');
  size-adjust: 101%;
  ascent-override: 97%;
  descent-override: 21.8%;
  line-gap-override: 0%;
}
`,
);
writeFileSync(
  names,
  `/** Written by scripts/fonts.ts: the files that every page preloads. */
export const fonts = [${written
    .filter(({ isRare }) => !isRare)
    .map(({ file }) => `'/fonts/${file}'`)
    .join(', ')}];
`,
);
