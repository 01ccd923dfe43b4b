import { readFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';

const banned: [RegExp, string][] = [
  [/\bnew Date\(\s*\)|\bDate\.now\(/, 'reads the clock in its markup'],
  [/(?<![.\w])fetch\(/, 'fetches in its markup'],
];

/** What oxlint cannot see: expressions in the markup of `.astro` files. Gives one sentence for each finding. */
export async function findMarkupProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for await (const file of glob('src/**/*.astro', { cwd: root })) {
    const markup = withoutScripts(await readFile(join(root, file), 'utf8'));
    for (const [pattern, what] of banned) {
      if (pattern.test(markup)) problems.push(`${file} ${what}`);
    }
  }
  return problems;
}

/** The page without what oxlint reads, its front matter and scripts, and without comments. */
function withoutScripts(source: string): string {
  return source
    .replace(/^---[\s\S]*?\n---/, '')
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '');
}
