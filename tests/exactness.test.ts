import { expect, test } from 'vitest';
import { editAtRandom } from '../scripts/proof/exactness.ts';
import { seed } from './chance.ts';
import { testSettings } from './sample/database.ts';

/** Edits that fit into this time, in milliseconds: each is followed by a comparison of every page. */
const time = 40_000;

test(
  'after each random edit of any kind and field the published directory is what a full render gives, byte for byte',
  { timeout: 400_000 },
  async () => {
    const { settings, drop } = await testSettings();
    try {
      const { edits, differences } = await editAtRandom(settings, { seed, edits: 300, milliseconds: time });
      expect(differences, `seed ${seed}, after ${edits} edits`).toEqual([]);
      expect(edits).toBeGreaterThan(0);
    } finally {
      await drop();
    }
  },
);
