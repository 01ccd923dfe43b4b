import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCircles, findMarkupProblems } from '../scripts/check/layers.ts';

const root = join(import.meta.dirname, '..');
const oxlint = join(root, 'node_modules/.bin/oxlint');

type Finding = { filename: string; code: string; message: string };

async function lint(folder: string, ...args: string[]): Promise<Finding[]> {
  const command = promisify(execFile)(oxlint, ['-f', 'json', ...args], { cwd: folder, maxBuffer: 1e8 });
  // Findings give a non-zero exit code.
  const { stdout } = await command.catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

const table: [folder: string, forbidden: string[], allowed: string[]][] = [
  ['domain', ['#contract/kinds.ts', '#server/main.ts', '#data/catalogue.ts', 'node:fs'], []],
  ['contract', ['#server/main.ts', '#data/catalogue.ts', 'node:fs'], ['#domain/plural.ts']],
  ['storage', ['#contract/kinds.ts', '#server/main.ts', '#domain/plural.ts'], ['node:fs']],
  [
    'server',
    ['#data/catalogue.ts', '#publisher/publish.ts', '#ui/Button.tsx'],
    ['#contract/a.ts', '#storage/bucket.ts', 'node:fs'],
  ],
  ['server/base', ['../database/database.ts', '../request/visit.ts', '../cases/own.ts'], ['../settings.ts']],
  ['server/database', ['../request/visit.ts', '../audit/write.ts'], ['../base/clock.ts']],
  [
    'server/request',
    ['../account/users.ts', '../app/handlers.ts'],
    ['../database/database.ts', '../settings.ts'],
  ],
  [
    'server/mail',
    ['../account/users.ts', '../http/body.ts', '../main.ts'],
    ['../request/visit.ts', './outbox.ts'],
  ],
  ['server/cases', ['../import/run.ts', '../editors/show.ts'], ['../account/users.ts', '../mail/outbox.ts']],
  [
    'server/import/formats',
    ['../../cases/own.ts', '../../desk/log.ts'],
    ['../../editors/show.ts', '../rows.ts'],
  ],
  ['server/http', ['../app/handlers.ts', '../portal/handlers.ts'], ['../site/serve.ts']],
  ['server/app', ['../main.ts'], ['../portal/handlers.ts', '../cases/own.ts']],
  ['server/unnamed', ['../cases/own.ts', '../app/handlers.ts'], ['../request/visit.ts']],
  ['data', ['#server/main.ts', '#publisher/publish.ts', 'astro:content'], ['#contract/a.ts', 'node:sqlite']],
  [
    'publisher',
    ['#server/main.ts', '#pages/x.ts'],
    ['#data/cache-tags.ts', '#contract/a.ts', '#domain/plural.ts'],
  ],
  [
    'stores',
    ['#contract/kinds.ts', '#ui/Button.tsx', '#domain/kinds/index.ts', 'zod', 'node:fs'],
    ['#contract/client/call.ts', '#contract/forms/login.ts', '#domain/plural.ts', 'zod/mini'],
  ],
  [
    'ui',
    ['#stores/session.ts', '#contract/client/call.ts', '#domain/kinds/disease.ts', 'zod'],
    ['#domain/plural.ts', 'react'],
  ],
  [
    'app',
    ['#contract/kinds.ts', '#data/catalogue.ts', '#server/main.ts', '#domain/kinds/index.ts', 'zod'],
    ['#ui/Button.tsx', '#stores/session.ts', '#contract/forms/login.ts', '#browser/dialogs.ts', 'react'],
  ],
  [
    'browser',
    ['#app/lib/useQuery.ts', 'react', '#data/catalogue.ts', '#server/main.ts', 'zod'],
    ['#ui/plainForm.ts', '#stores/session.ts', '#contract/forms/login.ts'],
  ],
  [
    'components',
    ['#stores/session.ts', '#server/main.ts', '#contract/a.ts', 'astro:content'],
    ['#app/Search.tsx', '#ui/Button.tsx', '#data/catalogue.ts', '#domain/kinds/index.ts'],
  ],
  [
    'layouts',
    ['#server/main.ts', '#publisher/publish.ts', '#stores/session.ts', 'astro:content'],
    ['#components/a.ts', '#data/catalogue.ts'],
  ],
  [
    'pages',
    ['#server/main.ts', '#publisher/publish.ts', '#stores/session.ts', 'astro:content'],
    ['#layouts/a.ts', '#data/catalogue.ts', '#contract/a.ts'],
  ],
];

const spellings = {
  ts: (target: string) => `import { thing } from '${target}';\nexport const other = thing;\n`,
  tsx: (target: string) => `import { thing } from '${target}';\nexport const Other = () => <p>{thing}</p>;\n`,
  astro: (target: string) => `---\nimport { thing } from '${target}';\n---\n\n<p>{thing}</p>\n`,
};

describe('layers', () => {
  let folder: string;
  let findings: Finding[];
  let planted = 0;
  const plant = async (file: string, source: string) => {
    planted++;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  };
  const findingsIn = (file: string) => findings.filter(({ filename }) => filename === file);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'layers-'));
    await mkdir(join(folder, 'scripts/check'), { recursive: true });
    for (const file of ['oxlint.config.ts', 'scripts/check/rules.ts', 'package.json', 'tsconfig.json']) {
      await copyFile(join(root, file), join(folder, file));
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [layer, forbidden, allowed] of table) {
      for (const [kind, spell] of Object.entries(spellings)) {
        for (const [index, target] of forbidden.entries())
          await plant(`src/${layer}/bad${index}.${kind}`, spell(target));
        for (const [index, target] of allowed.entries())
          await plant(`src/${layer}/good${index}.${kind}`, spell(target));
      }
    }
    await plant('src/server/deep/relative.ts', spellings.ts('../../domain/plural.ts'));
    await plant('src/server/deep/neighbour.ts', spellings.ts('../database/database.ts'));
    await plant(
      'src/server/audit/type.ts',
      `import type { Thing } from '../catalogue/stored.ts';\nexport const other = (thing: Thing) => thing;\n`,
    );
    await plant('src/server/mail/lazy.ts', `export const load = () => import('../account/users.ts');\n`);
    await plant('src/server/encryption.ts', spellings.ts('./cases/own.ts'));
    await plant('src/contract/forms/heavy.ts', spellings.ts('zod'));
    await plant('src/contract/client/endpoint.ts', spellings.ts('../kinds.ts'));
    await plant(
      'src/contract/client/type.ts',
      `import type { Thing } from '../kinds.ts';\nexport const other = (thing: Thing) => thing;\n`,
    );
    await plant('src/contract/forms/kinds.ts', spellings.ts('#domain/kinds/index.ts'));
    await plant('src/app/lazy.tsx', `export const load = () => import('#server/main.ts');\n`);
    await plant('src/app/bare.ts', `export const load = () => import('./lazy.tsx');\n`);
    await plant(
      'src/app/safe.ts',
      `import { importOrReload } from '#stores/importOrReload.ts';\nexport const load = () => importOrReload(() => import('./bare.ts'));\n`,
    );
    await plant('src/browser/registry.ts', `export const load = () => import('./bare.ts');\n`);
    await plant('src/app/again.tsx', `export { thing } from '#server/main.ts';\n`);
    await plant(
      'src/pages/script.astro',
      `<script>\n  import { thing } from '#server/main.ts';\n  thing();\n</script>\n`,
    );
    await plant(
      'src/pages/clock.astro',
      `---\nconst now = new Date();\nconst other = Date.now();\n---\n\n<p>{now} {other}</p>\n`,
    );
    await plant('src/pages/day.astro', `---\nconst day = new Date('2026-11-01');\n---\n\n<p>{day}</p>\n`);
    await plant(
      'src/components/fetch.astro',
      `---\nconst answer = await fetch('/api/diseases');\n---\n\n<p>{answer.status}</p>\n`,
    );
    await plant('src/components/heavy.ts', spellings.ts('zod'));
    await plant('src/components/heavy.astro', `<script>\n  import './heavy.ts';\n</script>\n`);
    await plant(
      'src/components/chrome/Shell.astro',
      `<script>\n  import '#browser/page/shell.ts';\n</script>\n`,
    );
    await plant('src/browser/page/heavy.ts', spellings.ts('#domain/kinds/index.ts'));
    await plant('src/components/markup.astro', `<p>{new Date().getFullYear()}</p>\n`);
    await plant(
      'src/server/raw.ts',
      `import { sql } from 'kysely';\nexport const build = (name: string) => sql.raw('SELECT ' + name);\n`,
    );
    await plant(
      'src/server/built.ts',
      'export const find = (database: { prepare: (text: string) => unknown }, id: string) => database.prepare(`SELECT ${id}`);\n',
    );
    for (const file of ['long.ts', 'long.test.ts'])
      await plant(
        `src/domain/${file}`,
        `export function one(): number {\n${'\n'.repeat(79)}  return 1;\n}\n`,
      );
    await plant('src/server/any.ts', 'export const take = (value: any): unknown => value;\n');
    await plant('src/server/one.ts', `import { two } from './two.ts';\nexport const one = () => two();\n`);
    await plant(
      'src/server/two.ts',
      `import { one } from './one.ts';\nexport const two = (): unknown => one();\n`,
    );
    await plant(
      'tests/e2e/hidden.e2e.ts',
      `import { expect, type Page } from '@playwright/test';
export const look = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Готово' });
  await expect(dialog.locator('p')).toContainText('Письмо');
};
`,
    );
    await plant(
      'tests/e2e/seen.e2e.ts',
      `import { expect, type Page } from '@playwright/test';
export const look = async (page: Page) => {
  await expect(page.getByRole('dialog', { name: 'Готово' })).toContainText('Письмо', { useInnerText: true });
  await expect(page.getByRole('main')).toContainText('Письмо');
};
`,
    );
    findings = await lint(folder, 'src', 'tests');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('the linter reads every planted file', () => {
    expect(planted).toBeGreaterThan(200);
  });

  for (const [layer, forbidden, allowed] of table) {
    test.each(forbidden)(`src/${layer} may not import %s, in .ts, .tsx and .astro alike`, (target) => {
      for (const kind of Object.keys(spellings)) {
        const file = `src/${layer}/bad${forbidden.indexOf(target)}.${kind}`;
        expect(
          findingsIn(file).map(({ code }) => code),
          file,
        ).toContain('eslint(no-restricted-imports)');
      }
    });
    test.each(allowed)(`src/${layer} may import %s`, (target) => {
      for (const kind of Object.keys(spellings)) {
        expect(findingsIn(`src/${layer}/good${allowed.indexOf(target)}.${kind}`)).toEqual([]);
      }
    });
  }

  test.each([
    ['src/server/deep/relative.ts', 'eslint(no-restricted-imports)'],
    ['src/server/audit/type.ts', 'eslint(no-restricted-imports)'],
    ['src/server/mail/lazy.ts', 'eslint(no-restricted-imports)'],
    ['src/server/encryption.ts', 'eslint(no-restricted-imports)'],
    ['src/contract/forms/heavy.ts', 'eslint(no-restricted-imports)'],
    ['src/contract/forms/kinds.ts', 'eslint(no-restricted-imports)'],
    ['src/contract/client/endpoint.ts', 'eslint(no-restricted-imports)'],
    ['src/app/lazy.tsx', 'eslint(no-restricted-imports)'],
    ['src/browser/page/heavy.ts', 'eslint(no-restricted-imports)'],
    ['src/app/bare.ts', 'register(no-bare-import)'],
    ['src/app/again.tsx', 'eslint(no-restricted-imports)'],
    ['src/pages/script.astro', 'eslint(no-restricted-imports)'],
    ['src/pages/clock.astro', 'register(no-clock)'],
    ['src/components/fetch.astro', 'register(no-fetch)'],
    ['src/server/raw.ts', 'register(no-raw-sql)'],
    ['src/server/built.ts', 'register(no-raw-sql)'],
    ['src/server/any.ts', 'typescript(no-explicit-any)'],
    ['src/domain/long.ts', 'eslint(max-lines-per-function)'],
    ['src/server/one.ts', 'import(no-cycle)'],
    ['tests/e2e/hidden.e2e.ts', 'register(seen-text)'],
  ])('%s breaks %s', (file, code) => {
    expect(findingsIn(file).map((finding) => finding.code)).toContain(code);
  });

  test.each([
    'src/server/deep/neighbour.ts',
    'src/contract/client/type.ts',
    'src/domain/long.test.ts',
    'src/app/safe.ts',
    'src/browser/registry.ts',
    'src/pages/day.astro',
    'tests/e2e/seen.e2e.ts',
  ])('%s breaks nothing', (file) => {
    expect(findingsIn(file)).toEqual([]);
  });

  test('circular folders are found, also by type imports', async () => {
    const type = (path: string) => `import type { Thing } from '${path}';\nexport type Other = Thing;\n`;
    await plant('circles/one/a.ts', type('../two/b.ts'));
    await plant('circles/two/c.ts', type('../three/d.ts'));
    await plant('circles/three/d.ts', type('../one/a.ts'));
    await plant('circles/four/e.ts', type('../one/a.ts'));
    await plant('circles/one/f.test.ts', type('../four/e.ts'));
    expect(await findCircles(join(folder, 'circles'))).toEqual([['one', 'three', 'two']]);
  });

  test('a clock in page markup and a script outside islands are found, which the linter skips', async () => {
    expect((await findMarkupProblems(folder)).toSorted()).toEqual([
      'src/components/heavy.astro has a script of its own: scripts are islands (src/browser/registry.ts)',
      'src/components/markup.astro reads the clock in its markup',
      'src/pages/script.astro has a script of its own: scripts are islands (src/browser/registry.ts)',
    ]);
  });
});
