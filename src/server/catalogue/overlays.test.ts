import { expect, test } from 'vitest';
import { readOverlays } from './overlays.ts';

test('every Orphanet name and the signs of the whole base', async () => {
  const { names, signs } = await readOverlays();
  expect([names.size, signs.size]).toEqual([9960, 10879]);
});

test('prefixes of the Russian edition are kept as remarks', async () => {
  const { names } = await readOverlays();
  expect(names.get(80)).toMatchObject({ title: 'Антифосфолипидный синдром', isNotRare: true });
  expect(names.get(5)?.isNotRare).toBe(false);
});
