import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['tests/silence.ts'],
    // A file that draws asks for jsdom in its first line: `// @vitest-environment jsdom`.
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Files share a process one after the other: half of the time went into loading the same modules for each of them.
    isolate: false,
    // Keys that a portal makes for itself lie in the home of its user: tests have one of their own.
    env: { XDG_CONFIG_HOME: path.join(tmpdir(), 'register-test-home') },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Long enough for a shared machine that is busy elsewhere: time-outs tell what hangs, not what is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Figures are measured by `npm run bench`; a test that is slow here shows itself.
    slowTestThreshold: 1000,
  },
});
