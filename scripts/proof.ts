import { readdirSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import type { Prove } from './proof/common/measured.ts';
import { readArguments } from './arguments.ts';

const folder = path.join(import.meta.dirname, 'proof');
const groups = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));

/** `npm run proof -- GROUP [--long]`: measures one group of targets; fails on a miss. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'proof',
    arguments: 'ГРУППА [ЧТО…]',
    about: `Измеряет одну группу обещаний (docs/commands.md): ${groups.join(', ')}.`,
    options: { long: { about: 'тщательно, перед выпуском' } },
    exitCodes: '0 — выполнено или здесь не измерить, 1 — не выполнено или ошибка',
  });
  const [group = '', ...given] = positionals;
  // Groups with arguments: kept audit heads, parts of the notes.
  const isExtra = given.length > 0 && !['audit', 'notes'].includes(group);
  if (!groups.includes(group) || isExtra)
    throw new OperatorError(
      isExtra ? `Лишнее: ${given[0]}.` : `Группы «${group}» нет, есть: ${groups.join(', ')}.`,
    );
  const { prove } = (await import(`./proof/${group}.ts`)) as { prove: Prove };
  const rows = await prove(values.long, given);
  if (rows.some(({ verdict }) => verdict === 'not met')) process.exit(1);
}
