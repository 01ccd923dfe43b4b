import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { outlineOf, type Font } from './outline.ts';

/** Letters that stay distinct when distorted: no З and 3, О and 0, Ь and Ъ, Й and И, Щ and Ш. */
const letters = 'абвгдежиклмнпрстуфхцчшэюя';
const target = path.resolve(import.meta.dirname, '../src/server/captcha/glyphs.json');

/** `node scripts/command.ts glyphs`: writes outlines of PT Sans, so that the server needs no font library. */
export async function run(): Promise<void> {
  const require = createRequire(import.meta.url);
  const { openSync } = require('fontkit') as { openSync: (file: string) => Font };
  const font = openSync(require.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf'));
  const glyphs: Record<string, { width: number; outline: string }> = {};
  for (const letter of letters) {
    const [glyph] = font.layout(letter).glyphs;
    if (!glyph) throw new Error(`PT Sans has no ${letter}`);
    glyphs[letter] = { width: glyph.advanceWidth, outline: outlineOf(glyph) };
  }
  await writeFile(target, `${JSON.stringify(glyphs, null, 2)}\n`);
}
