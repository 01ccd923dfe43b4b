import path from 'node:path';
import { test } from 'vitest';
import { check, type Diagnostics } from 'recheck';
import { root } from '../../scripts/check/tool.ts';
import { bounds, type Bound } from './regexes/bounds.ts';
import { patternsIn, type Pattern } from './regexes/patterns.ts';
import { expectKept, isLong } from './harness/promise.ts';

/** Expressions neither proven nor attacked in time are tried with the longest text the portal accepts. */
const undecided: Bound = { place: '', maxLength: 60_000, held: 'recheck не решил за отведённое время' };
/** Milliseconds for the longest text that can reach an expression. */
const maxMs = 100;

/**
 * E-9: every regular expression is linear or its input is bounded: the attack found by `recheck` is extended
 * to that bound and measured.
 */
test('E-9 no text holds a regular expression up', async () => {
  const patterns = patternsIn(path.join(root, 'src'));
  const timeout = isLong ? 20_000 : 3000;
  const found = { safe: 0, bounded: [] as string[], unknown: 0, exploitable: [] as string[] };
  let slowest = 0;
  const queue = patterns.values();
  const work = async () => {
    for (const pattern of queue) {
      const verdict = await check(pattern.source, pattern.flags, { timeout });
      if (verdict.status === 'safe') {
        found.safe += 1;
        continue;
      }
      if (verdict.status === 'unknown') found.unknown += 1;
      const bound =
        bounds.find(
          ({ place, source = pattern.source }) => pattern.file.startsWith(place) && source === pattern.source,
        ) ?? (verdict.status === 'unknown' ? undecided : undefined);
      const time = bound && slowestOf(pattern, verdict, bound);
      const line = `${pattern.file} /${pattern.source.slice(0, 60)}/`;
      if (time === undefined) found.exploitable.push(`${line}: длина текста ничем не ограничена`);
      else if (time > maxMs)
        found.exploitable.push(`${line}: ${time.toFixed(0)} мс при ${bound?.maxLength} знаках`);
      else {
        found.bounded.push(`${line}: ${time.toFixed(1)} мс при ${bound?.maxLength} знаках (${bound?.held})`);
        slowest = Math.max(slowest, time);
      }
    }
  };
  await Promise.all([work(), work()]);
  for (const line of found.bounded) console.log(`      ограничено: ${line}`);
  expectKept(
    {
      figure: `выражений ${patterns.length}: линейных ${found.safe}, ограниченных длиной текста ${found.bounded.length} (из них не решённых recheck ${found.unknown}), самое долгое ${slowest.toFixed(0)} мс; опасных ${found.exploitable.length}`,
      goal: `опасных 0, любое за ${maxMs} мс при самом длинном тексте`,
    },
    found.exploitable.length === 0,
    found.exploitable,
  );
});

/** Milliseconds of the worst text: the attack, and repeated literals of the expression. */
function slowestOf({ source, flags }: Pattern, verdict: Diagnostics, { maxLength }: Bound): number {
  const texts =
    verdict.status === 'vulnerable'
      ? [attackOf(verdict, maxLength)]
      : [...new Set(source.match(/[\p{L}\d@./(<[]{1,12}/gu) ?? []), ' ', 'а', 'А', '1', '<', '(', '[']
          .slice(0, 12)
          .map((piece) => piece.repeat(maxLength / piece.length).slice(0, maxLength));
  return Math.max(...texts.map((text) => timeOf(new RegExp(source, flags), text)));
}

/** Minimum of three, against noise. */
function timeOf(expression: RegExp, text: string): number {
  const times = [1, 2, 3].map(() => {
    const began = performance.now();
    expression.lastIndex = 0;
    text.replace(expression, '');
    return performance.now() - began;
  });
  return Math.min(...times);
}

function attackOf(verdict: Diagnostics & { status: 'vulnerable' }, maxLength: number): string {
  const { pumps, suffix } = verdict.attack;
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((maxLength - fixed) / pumped));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
}
