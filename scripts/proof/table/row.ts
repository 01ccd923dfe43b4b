export type Verdict = 'met' | 'not met' | 'not measured';

export interface TargetRow {
  /** `A-5`, or the name of a target without a number. */
  target: string;
  /** The measured figure with units, or why there is none. */
  figure: string;
  goal: string;
  verdict: Verdict;
  command: string;
}

/** Measures a group of targets: quickly, or thoroughly before a release. */
export type Prove = (isLong: boolean, given: readonly string[]) => Promise<TargetRow[]>;

const verdictLabels: Record<Verdict, string> = { met: 'да ', 'not met': 'НЕТ', 'not measured': '—  ' };

/** A measured row, printed at once with up to ten examples of misses. */
export function measured(
  row: Omit<TargetRow, 'verdict'>,
  isReached: boolean,
  examples: readonly string[] = [],
): TargetRow {
  const whole: TargetRow = { ...row, verdict: isReached ? 'met' : 'not met' };
  console.log(`${verdictLabels[whole.verdict]} ${row.target}: ${row.figure} (нужно: ${row.goal})`);
  for (const example of examples.slice(0, 10)) console.log(`      ${example}`);
  return whole;
}

/** A row that this machine cannot measure, with the reason. */
export function unmeasured(row: Omit<TargetRow, 'verdict'>): TargetRow {
  console.log(`${verdictLabels['not measured']} ${row.target}: ${row.figure}`);
  return { ...row, verdict: 'not measured' };
}

/** The table as text, with commands. */
export function tableOf(rows: readonly TargetRow[]): string {
  const lines = rows.map(({ target, figure, goal, verdict, command }) =>
    [
      `${verdictLabels[verdict]} ${target.padEnd(5)} ${figure}`,
      `          нужно: ${goal}`,
      `          ${command}`,
    ].join('\n'),
  );
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return [
    ...lines,
    `достигнуто ${count('met')}, не достигнуто ${count('not met')}, здесь не измерено ${count('not measured')}`,
  ].join('\n');
}
