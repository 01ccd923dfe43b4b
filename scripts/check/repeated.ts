import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Exported type names in several files of `src`, which make "Go to symbol" ambiguous. */
export async function findRepeatedTypes(root: string): Promise<string[]> {
  const filesByName = new Map<string, string[]>();
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:declare )?(?:interface|type) (\w+)[\s<=]/gm)) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  }
  return [...filesByName]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `type ${name} is exported by ${files.toSorted().join(' and ')}`);
}
