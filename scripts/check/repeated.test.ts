import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRepeatedTypes } from './repeated.ts';

test('exported type names are unique in src', async () => {
  const root = await mkdtemp(join(tmpdir(), 'types-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src/deep'), { recursive: true });
  await writeFile(join(root, 'src/a.ts'), 'export interface Step<T> { a: T }\nexport type Only = string;\n');
  await writeFile(
    join(root, 'src/deep/b.tsx'),
    'export type Step = 1;\ntype Only = 2;\nexport const o: Only = 2;\n',
  );
  expect(await findRepeatedTypes(root)).toEqual(['type Step is exported by src/a.ts and src/deep/b.tsx']);
});
