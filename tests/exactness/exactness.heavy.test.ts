import { expect, test } from 'vitest';
import { editAtRandom } from './edit-at-random.ts';
import { seed } from '../chance.ts';
import { testSettings } from '../sample/database.ts';

/** Every page is compared after each sixth edit; `EDITS=N` sets how many are made. */
const edits = Number(process.env.EDITS ?? 18);
const every = 6;

test(
  'after random edits of any kind and field the published directory equals a full render byte for byte',
  // Slow machines take seven minutes and more.
  { timeout: 1_800_000 },
  async () => {
    const { settings, drop } = await testSettings();
    try {
      const done = await editAtRandom(settings, { seed, edits, every });
      expect(done.differences, `seed ${seed}, after ${done.edits} edits`).toEqual([]);
      expect([done.edits, done.comparisons]).toEqual([edits, Math.ceil(edits / every)]);
    } finally {
      await drop();
    }
  },
);
