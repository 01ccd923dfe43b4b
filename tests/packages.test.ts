import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;

const manifest = read<{
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}>('package.json');
const lock = read<{
  packages: Record<string, { version?: string; resolved?: string; hasInstallScript?: boolean }>;
}>('package-lock.json');
const packages = { ...manifest.dependencies, ...manifest.devDependencies };

describe('packages', () => {
  test.each(
    'astro @astrojs/react react react-dom nanostores @nanostores/react zod react-hook-form vitest @testing-library/react playwright'.split(
      ' ',
    ),
  )('B270 %s is in use', (name) => {
    expect(packages).toHaveProperty([name]);
  });

  // B265: what becomes alive in a browser is made of these, and not only listed.
  test.each([
    ['react', 'src/islands'],
    ['react-dom/client', 'src/islands'],
    ['react-hook-form', 'src/islands'],
    ['@nanostores/react', 'src/islands'],
    ['nanostores', 'src/stores'],
    ['zod/mini', 'src/contract/forms'],
    ['zod', 'src/contract'],
    ['@testing-library/react', 'src'],
    ['@playwright/test', 'tests/e2e'],
  ])('B265 B270 %s is imported in %s', (name, folder) => {
    const files = execFileSync('git', ['grep', '-lF', `from '${name}'`, '--', folder], { cwd: root });
    expect(String(files).trim().split('\n').length).toBeGreaterThan(0);
  });

  test.each([
    ['the sign-in', 'src/components/Dialogs.astro', 'data-form="login"'],
    ['the registration', 'src/components/Dialogs.astro', 'data-form="doctor"'],
    ['the search', 'src/components/searchOpening.ts', 'islands/search'],
    ['the profile', 'src/pages/profile/index.astro', 'screen="main"'],
    ['the subscriptions', 'src/pages/profile/subscribes.astro', 'screen="subscribes"'],
    ['the place of a screen', 'src/components/ProfilePlace.astro', 'islands/profile'],
    ['the cases', 'src/pages/cases/index.astro', 'data-cases'],
  ])('B265 %s is an island of its page', (_, file, sign) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(sign);
  });

  test('every version is exact', () => {
    expect(Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('the lock file names the same versions, and no host to fetch them from', () => {
    for (const [name, version] of Object.entries(packages)) {
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved)).toEqual([]);
  });

  // Below these stand known holes: path traversal, an AVIF overflow, files served past their folder.
  test.each([
    ['astro', '7.2.8'],
    ['sharp', '0.35.4'],
    ['vite', '8.0.5'],
    ['fastify', '5.8.5'],
  ])('%s is at least %s wherever it is installed', (name, floor) => {
    const installed = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
    for (const [path, { version = '' }] of installed) {
      expect(compareVersions(version, floor), `${path} ${version}`).toBeGreaterThanOrEqual(0);
    }
  });

  test('no package serves React from the server by itself', () => {
    expect(Object.keys(lock.packages).filter((path) => path.includes('react-server-dom-'))).toEqual([]);
  });

  test('only named packages run code when they are installed', () => {
    const running = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual(running.toSorted());
  });
});

test('B270 the top level holds what the specification gives, and the configuration of the tools', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached'], { cwd: root, encoding: 'utf8' }).split('\n');
  const top = [...new Set(tracked.filter(Boolean).map((file) => file.split('/')[0] ?? ''))];
  const given = 'README.md astro.config.mjs package.json public scripts src tsconfig.json vitest.config.ts';
  const tools =
    '.ci .gitignore .prettierrc.json oxlint.config.ts package-lock.json playwright.config.ts tests';
  expect(top.toSorted()).toEqual(`${given} ${tools}`.split(' ').toSorted());
});

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map((part) => parseInt(part, 10)));
  const index = (left ?? []).findIndex((part, at) => part !== right?.[at]);
  return index === -1 ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0);
}
