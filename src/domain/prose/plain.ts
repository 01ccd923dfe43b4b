import type { ProseNode } from './node.ts';

const raised: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−=()ni'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][at] ?? '']),
);
const lowered: Record<string, string> = Object.fromEntries(
  [...'0123456789+-−=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at] ?? '']),
);

const each = (text: string, signs: Record<string, string>): string | undefined => {
  const found = [...text].map((sign) => signs[sign]);
  return found.includes(undefined) ? undefined : found.join('');
};

/** Inline text as a plain line: 10⁹ stays 10⁹, never 109; a line break becomes a space. */
export function plainWords({ type, text = '', marks = [], content = [] }: ProseNode): string {
  if (type === 'hardBreak') return ' ';
  if (type !== 'text') return content.map(plainWords).join('');
  const has = (name: string) => marks.some((mark) => mark.type === name);
  // Superscript words are marked; subscript words read as they are: Tmax.
  if (has('superscript')) return each(text, raised) ?? `^${text.trim().length > 1 ? `(${text})` : text}`;
  if (has('subscript')) return each(text, lowered) ?? (/\d/.test(text) ? `_(${text})` : text);
  return text;
}

/** A document as plain lines: list items with bullets, cells between bars. */
export function plainLines(node: ProseNode, mark = ''): string[] {
  const { type, content = [] } = node;
  if (type === 'bulletList') return content.flatMap((item) => plainLines(item, '- '));
  if (type === 'orderedList')
    return content.flatMap((item, at) => plainLines(item, `${Number(node.attrs?.['start'] ?? 1) + at}. `));
  if (type === 'listItem')
    return content.flatMap((block, at) =>
      plainLines(block).map((line, place) => (at + place === 0 ? mark : '  ') + line),
    );
  if (type === 'table')
    return content.map((row) => (row.content ?? []).map((cell) => plainWords(cell)).join(' | '));
  if (type === 'image') return [];
  if (type === 'doc' || type === 'blockquote') return content.flatMap((block) => plainLines(block));
  return [plainWords(node)];
}
