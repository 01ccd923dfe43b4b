import { expect, test } from 'vitest';
import { editAtRandom } from '../scripts/proof/exactness.ts';
import { seed } from './chance.ts';
import { testSettings } from './sample/database.ts';

/** Edits that fit into this time, in milliseconds; every third is followed by a comparison of every page. */
const time = 40_000;
const every = 3;

test(
  'after random edits of any kind and field the published directory is what a full render gives, byte for byte',
  { timeout: 400_000 },
  async () => {
    const { settings, drop } = await testSettings();
    try {
      const { edits, differences } = await editAtRandom(settings, {
        seed,
        edits: 300,
        every,
        milliseconds: time,
      });
      expect(differences, `seed ${seed}, after ${edits} edits`).toEqual([]);
      expect(edits).toBeGreaterThanOrEqual(every);
    } finally {
      await drop();
    }
  },
);
