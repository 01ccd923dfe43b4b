import { findMarkupProblems } from './layers.ts';
import { findRepeatedTypes } from './repeated.ts';
import { root, runTool } from './tool.ts';

/** Checks of the code itself, by name: nothing runs, nothing is built. */
export const codeChecks: Record<string, () => Promise<boolean>> = {
  format: () =>
    runTool('prettier', [
      '--check',
      '--log-level=warn',
      '{src,scripts,tests}/**/*.{ts,tsx,astro,css,mjs}',
      '*.config.{ts,mjs}',
    ]),
  types: () => runTool('astro', ['check', '--minimumSeverity', 'warning']),
  lint: () => runTool('oxlint', ['--deny-warnings']),
  layers: async () => {
    const problems = [...(await findMarkupProblems(root)), ...(await findRepeatedTypes(root))];
    for (const problem of problems) console.log(problem);
    return problems.length === 0;
  },
};
