import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseLine } from '../../src/server/import/formats/base.ts';
import { packSteps } from './systems.ts';

const rarityFile = join(import.meta.dirname, '../../src/components/record/sign-rarity.json');

/**
 * Writes the rarity of each sign among the diseases of the base: class n holds the signs of about one disease in
 * 2ⁿ. Signs of a single disease are in the last class.
 */
export async function makeRarity(entities: readonly BaseLine[]): Promise<void> {
  const counts = new Map<string, number>();
  let diseases = 0;
  for (const { signs = {} } of entities) {
    const { excluded: _, ...present } = signs as Record<string, readonly string[]>;
    const terms = new Set(Object.values(present).flat());
    diseases += Math.sign(terms.size);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const classes: (number[] | undefined)[] = [];
  for (const [term, count] of counts)
    (classes[Math.round(Math.log2(diseases / count))] ??= []).push(Number(term.slice(3)));
  await writeFile(
    rarityFile,
    `${JSON.stringify(
      Array.from(classes, (terms = []) => packSteps(terms)),
      undefined,
      2,
    )}\n`,
  );
}
