import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AstroCheck } from '@astrojs/language-server';
import { findMarkupProblems } from './layers.ts';
import { passOnce } from './passed.ts';
import { root, runTool } from './tool.ts';

/** Static checks of the code by name; true without findings. */
export const codeChecks: Record<string, () => Promise<boolean>> = {
  format: () =>
    runTool('oxfmt', ['--check', '{src,scripts,tests}/**/*.{ts,tsx,astro,css,mjs}', '*.config.{ts,mjs}']),
  lint: () =>
    passOnce(
      'lint',
      async () =>
        (await runTool('oxlint', ['--type-check', '--deny-warnings'])) &&
        (await runTool('tsc', ['-p', 'tsconfig.sw.json'])),
    ),
  // Files, exports and packages that nothing needs.
  unused: () => runTool('knip', []),
  templates: () => passOnce('templates', checkTemplates),
  layers: async () => {
    const problems = await findMarkupProblems(root);
    for (const problem of problems) console.log(problem);
    return problems.length === 0;
  },
};

/** `astro check` of `.astro` files only: `lint` has checked TypeScript. */
async function checkTemplates(): Promise<boolean> {
  const typescript = createRequire(import.meta.url).resolve('typescript');
  const checker = new AstroCheck(root, typescript, undefined);
  const fileNames = globSync('src/**/*.astro', { cwd: root }).map((file) => join(root, file));
  const { errors, warnings } = await checker.lint({ fileNames, logErrors: { level: 'warning' } });
  return errors + warnings === 0;
}
