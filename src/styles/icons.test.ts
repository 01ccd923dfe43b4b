import { expect, test } from 'vitest';
import { icons } from '#domain/icons.ts';
import { iconRules } from './icons.ts';

test('every icon in use has its drawing in the style file', () => {
  const drawn = iconRules(icons).matchAll(
    /\.icon-([\w-]+) \{ --icon: url\("data:image\/svg\+xml,<svg .+<path d='M[^']+'\/><\/svg>"\);/g,
  );
  expect([...drawn].map(([, name]) => name)).toEqual([...icons]);
});
