import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'src/**/README.md'], { cwd: root });

describe.each(documents)('%s', (file) => {
  const text = read(file);

  test('links and pictures lead to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
    const broken = targets
      .filter((target) => !/^(https?:|mailto:)/.test(target))
      .filter((target) => {
        const [place = '', heading] = target.split('#');
        const found = join(root, dirname(file), place ? decodeURI(place) : file.split('/').at(-1)!);
        if (!existsSync(found)) return true;
        return heading !== undefined && !anchorsOf(readFileSync(found, 'utf8')).includes(heading);
      });
    expect(broken).toEqual([]);
  });

  test('commands are scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** Anchors as code hosts make them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
