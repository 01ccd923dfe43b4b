import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { icons } from '#domain/icons.ts';

const sheet = readFileSync(new URL('icons.css', import.meta.url), 'utf8');

test('every icon in use has its drawing in the style file, and no other stands there', () => {
  const drawn = [
    ...sheet.matchAll(
      /\.icon-([\w-]+) \{\s+--icon: url\("data:image\/svg\+xml,<svg .+<path d='M[^']+'\/><\/svg>"\);/g,
    ),
  ];
  expect(drawn.map(([, name]) => name)).toEqual([...icons]);
});
