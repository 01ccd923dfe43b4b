import { readdirSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import type { Prove } from './proof/common/measured.ts';

const folder = path.join(import.meta.dirname, 'proof');
const groups = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));

/** `npm run proof -- GROUP [--long]`: measures one group of targets; fails on a miss. */
export async function run(args: string[]): Promise<void> {
  const [group, ...given] = args.filter((arg) => arg !== '--long');
  // Groups with arguments: kept audit heads, parts of the notes.
  const isGiven = given.length > 0 && !['audit', 'notes'].includes(group ?? '');
  if (group === undefined || !groups.includes(group) || isGiven)
    throw new OperatorError(`Нужна одна из групп: ${groups.join(', ')}; npm run proof -- ГРУППА [--long].`);
  const { prove } = (await import(`./proof/${group}.ts`)) as { prove: Prove };
  const rows = await prove(args.includes('--long'), given);
  if (rows.some(({ verdict }) => verdict === 'not met')) process.exit(1);
}
