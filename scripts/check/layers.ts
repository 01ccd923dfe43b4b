import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const banned: [RegExp, string][] = [
  [/\bnew Date\(\s*\)|\bDate\.now\(/, 'reads the clock in its markup'],
  [/(?<![.\w])fetch\(/, 'fetches in its markup'],
];

/** Page scripts belong in src/browser, where the linter keeps zod and kinds out of them. */
const scripts = /<script>\s*import '#browser\/page\/shell\.ts';\s*<\/script>/g;

/**
 * Checks what oxlint skips: expressions and scripts in `.astro` markup. Returns a sentence for each finding.
 */
export async function findMarkupProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for await (const file of glob('src/**/*.astro', { cwd: root })) {
    const source = await readFile(join(root, file), 'utf8');
    const markup = withoutScripts(source);
    for (const [pattern, what] of banned) {
      if (pattern.test(markup)) problems.push(`${file} ${what}`);
    }
    if (/<script(?![^>]*\bis:inline)/.test(source.replace(scripts, '')))
      problems.push(`${file} has a script of its own: scripts are islands (src/browser/registry.ts)`);
  }
  return problems;
}

/**
 * Circular folders by imports, including type imports, with members; top-level files count as folders.
 * Without tests.
 */
export async function findCircles(folder: string): Promise<string[][]> {
  const used = new Map<string, Set<string>>();
  const roomOf = (file: string) => file.split('/', 1)[0] ?? '';
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    if (file.endsWith('.test.ts')) continue;
    const rooms = used.get(roomOf(file)) ?? new Set();
    used.set(roomOf(file), rooms);
    const source = await readFile(join(folder, file), 'utf8');
    for (const [, path = ''] of source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const other = join(dirname(file), path);
      if (!other.startsWith('..')) rooms.add(roomOf(other));
    }
  }
  const reached = new Map([...used.keys()].map((room) => [room, reachedFrom(room, used)]));
  const circles = [...reached].flatMap(([room, others]) => {
    const circle = [...others].filter((other) => other !== room && reached.get(other)?.has(room));
    return circle.length > 0 ? [[room, ...circle].toSorted()] : [];
  });
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()];
}

function reachedFrom(start: string, used: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const ahead = [start];
  for (let room = ahead.pop(); room !== undefined; room = ahead.pop())
    for (const other of used.get(room) ?? [])
      if (!reached.has(other)) {
        reached.add(other);
        ahead.push(other);
      }
  return reached;
}

/** The page without parts that oxlint reads, and without comments. */
function withoutScripts(source: string): string {
  return source
    .replace(/^---[\s\S]*?\n---/, '')
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '');
}
