import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawWord, glyphs } from './picture.ts';

test('A27 the widest words fit the picture', async () => {
  const wide = Object.keys(glyphs).toSorted(
    (one, other) => (glyphs[other]?.width ?? 0) - (glyphs[one]?.width ?? 0),
  );
  const word = wide.slice(0, 5).join('');
  let cut = 0;
  for (let picture = 0; picture < 60; picture += 1) {
    const png = Buffer.from((await drawWord(word)).split(',')[1] ?? '', 'base64');
    const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
    /** The longest dark run in a column: a stem or bow, not a thin line. */
    const longest = (x: number) => {
      let [longestRun, run] = [0, 0];
      for (let y = 0; y < info.height; y += 1) {
        run = (data[y * info.width + x] ?? 255) < 128 ? run + 1 : 0;
        longestRun = Math.max(longestRun, run);
      }
      return longestRun;
    };
    if (longest(0) > 8 || longest(info.width - 1) > 8) cut += 1;
  }
  expect(cut).toBe(0);
});
