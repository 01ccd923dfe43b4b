import { afterEach, beforeEach } from 'vitest';

// A test that warns or logs an error fails; one that expects it spies on the console.
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const method of ['warn', 'error'] as const) {
    console[method] = (...words: unknown[]) => void complaints.push(words.map(String).join(' '));
  }
});

afterEach(() => {
  if (complaints.length > 0)
    throw new Error(`A test may not log warnings or errors:\n${complaints.join('\n')}`);
});
