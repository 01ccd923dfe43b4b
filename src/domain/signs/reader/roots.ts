import synonyms from './data/synonyms.json' with { type: 'json' };
import { normalizeTerm } from '../../search/normalise.ts';

const suffix = /(?:enost|enst|eni|ost|en|sk|iv|ov|n|a|i|u)$/;
const minRootLength = 4;
/** «Асцит» and «глауком» lose endings of a verb and an adjective: so must their other forms. */
const seeming = /(ит|ом)(?:а|у|ы|и|е|ой|ом|ов|ам|ами|ах)$/;
const longestPlain = 4;

/** A key without endings and common suffixes: «увеличена» and «увеличение» share one. */
function bare(word: string): string {
  let { stem } = normalizeTerm(
    word.length > longestPlain ? word.replace(seeming, '$1').replace(/вывих$/, 'вывиха') : word,
  );
  for (let shorter = stem.replace(suffix, ''); ; shorter = stem.replace(suffix, '')) {
    if (shorter === stem || shorter.length < minRootLength) return stem;
    stem = shorter;
  }
}

/** Roots of synonyms, by root. */
const canonical = new Map(
  synonyms.lines.flatMap((line) => {
    const words = line.split(' ');
    return words.map((word) => [bare(word), bare(words[0]!)] as const);
  }),
);

/** Words without meaning for signs. */
const small = new Set(
  'а в во и или к ко на о об от по при с со у из за до для же то как все всё это его ее их был была было были есть имеется имеются отмечается отмечаются очень слегка чуть ст степени см мм нед лет мес слева справа стороны типа тип более больше менее sd sds'.split(
    ' ',
  ),
);

/** Forms of «кисть» that differ from «киста». */
const hand = /^кист(?:ь|и|ей|ью|ям|ями|ях)$/;

/** Root for comparing notes and signs; empty for insignificant words. */
export function rootOf(word: string): string {
  if (small.has(word)) return '';
  if (hand.test(word)) return 'kist+';
  const root = bare(word);
  return canonical.get(root) ?? root;
}
