import type { HighlightSpan } from './highlight.ts';

/**
 * The match: a synonym, gene symbol, other code or abbreviation; a linked disease or region; a description.
 */
export interface MatchReason {
  source: 'synonym' | 'gene' | 'code' | 'abbreviation' | 'linked' | 'described';
  pieces: HighlightSpan[];
}

const labels = {
  synonym: () => 'синоним:',
  abbreviation: () => 'сокращение:',
  gene: () => 'ген',
  code: systemOf,
  linked: () => 'связано с:',
  described: () => 'в описании:',
} as const satisfies Record<MatchReason['source'], (text: string) => string>;

/**
 * Classification of a code by its form; «ORPHA:355» names its own. The second character is a letter in
 * МКБ-11, a digit in МКБ-10.
 */
function systemOf(code: string): string {
  if (/^[А-Я]/.test(code)) return 'РУ';
  if (/^[A-Z]\d\d[A-Z]{1,2}(\d\d)?$/i.test(code)) return 'АТХ';
  if (/^[A-Z]\d\d(\.\w+)?$/i.test(code)) return 'МКБ-10';
  if (/^[A-Z\d][A-Z][A-Z\d]{2}(\.[A-Z\d]+)?$/i.test(code)) return 'МКБ-11';
  return /^(\w+:|NCT\d)/i.test(code) ? '' : 'код';
}

export function whyPieces({ source, pieces }: MatchReason): HighlightSpan[] {
  const label = labels[source](pieces.map(({ text }) => text).join(''));
  return label === '' ? [...pieces] : [{ text: `${label} `, isMarked: false }, ...pieces];
}
