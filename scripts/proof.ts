import { readdirSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { tableOf, unmeasured, type Prove, type TargetRow } from './proof/table/row.ts';
import { targets } from './proof/table/targets.ts';

const folder = path.join(import.meta.dirname, 'proof');
const groups = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));

/**
 * `npm run proof -- GROUP [--long]`: measures one group of targets, or `all`, and prints their table; fails
 * on a miss.
 */
export async function run(args: string[]): Promise<void> {
  const isLong = args.includes('--long');
  const [group, ...rest] = args.filter((arg) => arg !== '--long');
  // Groups with arguments: kept audit heads, patients of the signs, parts of the notes.
  const isGiven = rest.length > 0 && !['audit', 'signs', 'phenopackets', 'notes'].includes(group ?? '');
  if (group === undefined || ![...groups, 'all'].includes(group) || isGiven)
    throw new OperatorError(
      `Нужна одна из групп: ${groups.join(', ')} или all; npm run proof -- ГРУППА [--long].`,
    );
  const rows = group === 'all' ? await proveAll(isLong) : await proveOne(group, isLong, rest);
  if (group === 'all') console.log(`\n${tableOf(rows)}`);
  if (rows.some(({ verdict }) => verdict === 'not met')) process.exit(1);
}

async function proveOne(group: string, isLong: boolean, given: readonly string[] = []): Promise<TargetRow[]> {
  const { prove } = (await import(`./proof/${group}.ts`)) as { prove: Prove };
  return await prove(isLong, given);
}

/** All groups in order, then the targets; unmeasured ones with the reason. */
async function proveAll(isLong: boolean): Promise<TargetRow[]> {
  const rows: TargetRow[] = [];
  for (const group of groups) {
    console.log(`— ${group}`);
    rows.push(...(await proveOne(group, isLong).catch((error: unknown) => [brokenBy(group, error)])));
  }
  const measured = new Set(rows.map(({ target }) => target));
  const left = targets.filter(({ target }) => !measured.has(target));
  rows.push(...left.map((one) => unmeasured({ figure: one.why, ...one })));
  const place = (row: TargetRow) => targets.findIndex(({ target }) => target === row.target);
  return rows.toSorted((one, other) => place(one) - place(other));
}

/** A failed group proves nothing; the others still run. */
function brokenBy(group: string, error: unknown): TargetRow {
  console.log(error);
  return {
    target: group,
    figure: `оборвалось: ${(error as Error).message.split('\n')[0]}`,
    goal: 'измерить до конца',
    verdict: 'not met',
    command: `npm run proof -- ${group}`,
  };
}
