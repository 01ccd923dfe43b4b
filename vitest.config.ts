import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const include = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];
/** Tests of starts, whole builds and long sequences of edits: `npm run test:all` runs them, `npm test` does not. */
const heavy = ['tests/**/*.heavy.test.ts'];
/** A file that draws asks for jsdom in its first line: `// @vitest-environment jsdom`. */
const drawing = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment jsdom'),
);

export default defineConfig({
  test: {
    setupFiles: ['tests/silence.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Keys that a portal makes for itself lie in the home of its user: tests have one of their own.
    env: { XDG_CONFIG_HOME: path.join(tmpdir(), 'register-test-home') },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Long enough for a shared machine that is busy elsewhere: time-outs tell what hangs, not what is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Figures are measured by `npm run bench`; a test that is slow here shows itself.
    slowTestThreshold: 1000,
    projects: [
      {
        extends: true,
        // What draws keeps states of React beside its modules: each file has a process of its own.
        test: { name: 'drawing', include: drawing, isolate: true },
      },
      {
        extends: true,
        // Files share a process one after the other: half of the time went into loading the same modules for each of
        // them. A file of another environment among them would end the process.
        test: {
          name: 'code',
          include,
          exclude: [...configDefaults.exclude, ...drawing, ...heavy],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'heavy', include: heavy },
      },
    ],
  },
});
