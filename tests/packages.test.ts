import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditPackages } from '../scripts/check/audit.ts';

const root = join(import.meta.dirname, '..');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
}
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;

const manifest = read<{
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}>('package.json');
const lock = read<{ packages: Record<string, Locked> }>('package-lock.json');
const packages = { ...manifest.dependencies, ...manifest.devDependencies };

describe('packages', () => {
  test.each(
    'astro @astrojs/react react react-dom nanostores @nanostores/react zod react-hook-form vitest @testing-library/react playwright'.split(
      ' ',
    ),
  )('B270 %s is in use', (name) => {
    expect(packages).toHaveProperty([name]);
  });

  test('every version is exact', () => {
    expect(Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('the lock file has the same versions, and no registry host', () => {
    for (const [name, version] of Object.entries(packages)) {
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved)).toEqual([]);
  });

  // Versions with known vulnerabilities are below: path traversal, AVIF overflow, files outside the root.
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

  test('no package loads React on the server', () => {
    expect(Object.keys(lock.packages).filter((path) => path.includes('react-server-dom-'))).toEqual([]);
  });

  test('G-4 no package runs install scripts; the known ones are listed', () => {
    const running = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    // esbuild finds its binary without it.
    expect(running.toSorted()).toEqual(['esbuild']);
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
  });

  test('G-4 every locked package has a SHA-512 and comes from the registry', () => {
    const loose = Object.entries(lock.packages)
      .filter(([path]) => path !== '')
      .filter(
        ([, { integrity = '', version = '' }]) => !integrity.startsWith('sha512-') || !/^\d/.test(version),
      );
    expect(loose).toEqual([]);
  });

  test('G-4 licences allow distribution, with listed exceptions', () => {
    const others = Object.entries(lock.packages)
      .filter(([path, { license = '' }]) => path !== '' && !free.has(license))
      .filter(([path, { license, dev }]) => {
        const exception = exceptions.find(
          ({ name, licence }) => name.test(nameOf(path)) && licence === license,
        );
        return !exception || (exception.isDev && !dev);
      })
      .map(([path, { license }]) => `${nameOf(path)}: ${license}`);
    expect(others).toEqual([]);
  });

  test('G-4 every production package is explained in docs/security.md, and there are at most 43', () => {
    const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
    const unexplained = Object.keys(manifest.dependencies).filter((name) => !text.includes(`\`${name}\``));
    expect(unexplained).toEqual([]);
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(43);
  });

  // A lock file without the packages of other systems is refused by `npm ci` of npm 10.
  test('npm ci accepts the lock file', async () => {
    const folder = temporaryFolder();
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, file), join(folder, file));
    const args = ['ci', '--dry-run', '--offline', '--no-audit', '--loglevel=error'];
    await expect(run('npm', args, { cwd: folder })).resolves.toBeDefined();
  });

  // `npm sbom --omit=dev` leaves out production packages that a development package needs too.
  test('G-4 the bill of materials has every package with its SHA-512', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 2 ** 26 });
    const { components } = JSON.parse(stdout) as {
      components: { name: string; version: string; hashes?: { alg: string }[] }[];
    };
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const missing = Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => `${nameOf(path)}@${version}`)
      .filter((name) => !listed.has(name));
    expect(missing).toEqual([]);
    expect(components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([]);
  });

  test.each([
    [
      'a critical vulnerability is named',
      200,
      'critical',
      { state: 'checked', vulnerable: [`astro * (critical)`] },
    ],
    ['a low one is left to `npm audit`', 200, 'low', { state: 'checked', vulnerable: [] }],
    ['a registry without advisories proves nothing', 405, 'critical', { state: 'unreachable' }],
  ])('audit: %s', async (_, status, severity, result) => {
    const astro = manifest.dependencies['astro']!;
    const answers: Record<string, object> = {
      POST: { astro: [{ id: 1, title: 'A hole', severity, vulnerable_versions: '<99.0.0' }] },
      GET: { name: 'astro', 'dist-tags': { latest: astro }, versions: { [astro]: { version: astro } } },
    };
    const registry = createServer(({ method = '' }, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answers[method]));
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    onTestFinished(() => void registry.close());
    const { port } = registry.address() as AddressInfo;
    const env = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: temporaryFolder() };
    expect(await auditPackages({ ...process.env, ...env })).toMatchObject(result);
  });

  test('G-4 no tracked file contains a key or token', { timeout: 300_000 }, () => {
    const files = execFileSync('git', ['ls-files', '--cached'], { cwd: root, encoding: 'utf8' });
    const names = files.split('\n').filter((file) => /\.(m?[jt]sx?|json|md|astro|sh)$|^\.|\/run$/.test(file));
    const config = join(root, 'scripts/check/secretlint.json');
    const tool = join(root, 'node_modules/.bin/secretlint');
    expect(() =>
      execFileSync(tool, ['--secretlintrc', config, ...names], { cwd: root, stdio: 'pipe' }),
    ).not.toThrow();
  });
});

const run = promisify(execFile);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'register-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Package name by its path in the lock file. */
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

const free = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  '0BSD',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
]);

/** Other licences, for packages used unmodified; more for development only. */
const exceptions: { name: RegExp; licence: string | undefined; isDev?: true }[] = [
  // A separate library, unmodified.
  { name: /^@img\/sharp-libvips-/, licence: 'LGPL-3.0-or-later' },
  { name: /^@img\/sharp-win32-/, licence: 'Apache-2.0 AND LGPL-3.0-or-later' },
  { name: /^@img\/sharp-wasm32$/, licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' },
  // File-level copyleft, unmodified.
  { name: /^lightningcss/, licence: 'MPL-2.0' },
  { name: /^(axe-core|@axe-core\/playwright)$/, licence: 'MPL-2.0', isDev: true },
  { name: /^argparse$/, licence: 'Python-2.0' },
  // MIT by its LICENSE file; missing in the manifest.
  { name: /^png-js$/, licence: undefined },
  { name: /^@fontsource-variable\/golos-text$/, licence: 'OFL-1.1' },
  { name: /^@expo-google-fonts\/pt-sans$/, licence: 'MIT AND OFL-1.1' },
  {
    name: /^(binaryextensions|editions|istextorbinary|textextensions|version-range)$/,
    licence: 'Artistic-2.0',
    isDev: true,
  },
  { name: /^spdx-exceptions$/, licence: 'CC-BY-3.0', isDev: true },
  { name: /^@azu\/style-format$/, licence: 'WTFPL', isDev: true },
];

test('B270 the top level has the folders of the specification, tool configuration and documents', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached'], { cwd: root, encoding: 'utf8' }).split('\n');
  const top = [...new Set(tracked.filter(Boolean).map((file) => file.split('/')[0] ?? ''))];
  const given = 'README.md astro.config.mjs package.json public scripts src tsconfig.json vitest.config.ts';
  const tools =
    '.ci .dockerignore .editorconfig .gitignore .npmrc .oxfmtrc.json LICENSE deploy docs oxlint.config.ts knip.json package-lock.json playwright.config.ts tests tsconfig.sw.json';
  const forReading = top.filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(top.toSorted()).toEqual([...`${given} ${tools}`.split(' '), ...forReading].toSorted());
  // Executable files are where the specification puts them: docs is text and its pictures.
  expect(tracked.filter((file) => /^docs\/(?!.*\.md$|screens\/.*\.webp$)/.test(file))).toEqual([]);
});

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map((part) => parseInt(part, 10)));
  const index = (left ?? []).findIndex((part, at) => part !== right?.[at]);
  return index === -1 ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0);
}
