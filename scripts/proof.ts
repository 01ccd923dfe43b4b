import { readdirSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';

const folder = path.join(import.meta.dirname, 'proof');
const groups = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));

/** `npm run proof -- GROUP [--long]` measures one group of the portal's promises and fails on a miss. */
export async function run(args: string[]): Promise<void> {
  const isLong = args.includes('--long');
  const [group, ...rest] = args.filter((arg) => arg !== '--long');
  // Only the audit is compared with what somebody has kept of it.
  if (group === undefined || !groups.includes(group) || (rest.length > 0 && group !== 'audit'))
    throw new OperatorError(`Нужна одна из групп: ${groups.join(', ')}; npm run proof -- ГРУППА [--long].`);
  const { prove } = (await import(`./proof/${group}.ts`)) as {
    prove: (isLong: boolean, given: readonly string[]) => Promise<boolean>;
  };
  if (!(await prove(isLong, rest))) process.exit(1);
}
