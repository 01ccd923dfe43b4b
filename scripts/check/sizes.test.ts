import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fonts } from '#layouts/fonts.ts';
import { root } from './tool.ts';
import { findHeavyPages } from './sizes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'register-sizes-'));
  await cp(join(root, 'public/fonts'), join(folder, 'fonts'), { recursive: true });
  await cp(join(root, 'src/styles/fonts.css'), join(folder, 'fonts.css'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function weigh(text: string) {
  const preloads = fonts.map((file) => `<link rel="preload" as="font" href="${file}">`).join('');
  const styles = '<link rel="stylesheet" href="/fonts.css">';
  await writeFile(join(folder, 'index.html'), `<html><head>${styles}${preloads}</head><p>${text}</p></html>`);
  const { problems, weights } = await findHeavyPages(folder);
  return { problems, files: weights[0]?.[1].fontFiles };
}

test.each([
  ['Russian words with Latin ones, figures and signs', 'Болезнь Гоше, N = 40 (±2 %) — «β» [1] é', 2],
  ['names of authors with letters of both rare Latin files', 'Sjögren, Åkesson, Ménière, Muñoz, Øster', 4],
  ['a table or an address in braces', '| {id} | ~5 |', 3],
])('fonts of %s are within budget', async (_, text, files) => {
  expect(await weigh(text)).toEqual({ problems: [], files });
});
