import { expect, test } from 'vitest';
import { drawings } from '#domain/drawings.ts';
import { icons } from './icons.ts';

test('drawings for markup that is made as text are those of the pages', () => {
  const shared = Object.entries(drawings).filter(([name]) => name in icons);
  expect(shared.length).toBeGreaterThan(10);
  for (const [name, drawing] of shared) expect(drawing).toBe(icons[name as keyof typeof icons]);
});
