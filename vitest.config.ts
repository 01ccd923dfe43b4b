import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const include = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];
/** Tests of starts, whole builds and long edit sequences: in `npm run test:all` only. */
const heavy = ['tests/**/*.heavy.test.ts'];
/** Kills, stalls and floods: `npm run test:chaos`. */
const chaos = ['tests/chaos/*.test.ts'];
/** Rendering tests request jsdom in their first line: `// @vitest-environment jsdom`. */
const drawing = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment jsdom'),
);

export default defineConfig({
  test: {
    setupFiles: ['tests/silence.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Generated keys are in the user's home: tests use their own.
    env: { XDG_CONFIG_HOME: path.join(tmpdir(), 'register-test-home') },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // For a busy shared machine: timeouts detect hangs, not slowness.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // `npm run bench` measures; this only reports slow tests.
    slowTestThreshold: 1000,
    projects: [
      {
        extends: true,
        // Rendering tests leave React state in modules: each file has its own process.
        test: { name: 'drawing', include: drawing, isolate: true },
      },
      {
        extends: true,
        // Files share a process sequentially, since half of the time was module loading. Another environment
        // would end the process.
        test: {
          name: 'code',
          include,
          exclude: [...configDefaults.exclude, ...drawing, ...heavy, ...chaos],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'heavy', include: heavy },
      },
      {
        extends: true,
        // One at a time, as they measure; a long run takes an hour and more.
        test: { name: 'chaos', include: chaos, fileParallelism: false, testTimeout: 6 * 3_600_000 },
      },
    ],
  },
});
