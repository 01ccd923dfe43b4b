import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AstroCheck } from '@astrojs/language-server';
import { findMarkupProblems } from './layers.ts';
import { passOnce } from './passed.ts';
import { findRepeatedTypes } from './repeated.ts';
import { root, runTool } from './tool.ts';

/** Checks of the code itself, by name: nothing runs, nothing is built. True when nothing was found. */
export const codeChecks: Record<string, () => Promise<boolean>> = {
  format: () =>
    runTool('oxfmt', ['--check', '{src,scripts,tests}/**/*.{ts,tsx,astro,css,mjs}', '*.config.{ts,mjs}']),
  /** Rules and types of TypeScript in one pass. */
  lint: () => passOnce('lint', () => runTool('oxlint', ['--type-check', '--deny-warnings'])),
  /** Types of `.astro` files. */
  templates: () => passOnce('templates', checkTemplates),
  layers: async () => {
    const problems = [...(await findMarkupProblems(root)), ...(await findRepeatedTypes(root))];
    for (const problem of problems) console.log(problem);
    return problems.length === 0;
  },
};

/** `astro check` of the `.astro` files alone: `lint` has checked the TypeScript that they import. */
async function checkTemplates(): Promise<boolean> {
  const typescript = createRequire(import.meta.url).resolve('typescript');
  const checker = new AstroCheck(root, typescript, undefined);
  const fileNames = globSync('src/**/*.astro', { cwd: root }).map((file) => join(root, file));
  const { errors, warnings } = await checker.lint({ fileNames, logErrors: { level: 'warning' } });
  return errors + warnings === 0;
}
