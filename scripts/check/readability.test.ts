import { expect, test } from 'vitest';
import { easeOf, measure } from './readability.ts';

test('words, sentences and syllables are counted', () => {
  expect(measure('Мама мыла раму. Её помыла дочь!')).toEqual({ words: 6, sentences: 2, syllables: 12 });
  expect(measure('Доза 1,5 мг, т. е. 3\u00a0мл; гипер\u00adхолестеринемия.').sentences).toBe(1);
  expect(measure('')).toEqual({ words: 0, sentences: 1, syllables: 0 });
});

test('plain words are easier than terms', () => {
  const plain = measure('Кровь плохо сворачивается. Нельзя давать аспирин.');
  const terms = measure(
    'Недостаточность карнитинпальмитоилтрансферазы обусловливает гипокетотическую гипогликемию.',
  );
  expect(easeOf(plain)).toBeGreaterThan(easeOf(terms) + 50);
  // 206.835 − 1.3 × 3 − 60.1 × 2
  expect(easeOf({ words: 6, sentences: 2, syllables: 12 })).toBeCloseTo(82.735);
});
