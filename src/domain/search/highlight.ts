import { escapeHtml } from '../escape.ts';
import { normalizeTerm } from './normalise.ts';
import { wordsOf } from './words.ts';
import type { QueryToken } from './query.ts';

/** A span of a title, highlighted or not; joined spans are the title. */
export interface HighlightSpan {
  text: string;
  isMarked: boolean;
}

/** Highlights the query words of a title, and corrected misprints. */
export function highlight(
  title: string,
  tokens: readonly QueryToken[],
  misprinted: ReadonlySet<string>,
): HighlightSpan[] {
  const pieces: HighlightSpan[] = [];
  let at = 0;
  const put = (end: number, isMarked: boolean) => {
    if (end <= at) return;
    pieces.push({ text: title.slice(at, end), isMarked });
    at = end;
  };
  for (const word of wordsOf(title)) {
    const { key, stem } = normalizeTerm(word.text);
    if (!misprinted.has(key) && !misprinted.has(stem) && !tokens.some((token) => stands(key, stem, token)))
      continue;
    put(word.start, false);
    put(word.end, true);
  }
  put(title.length, false);
  return pieces;
}

function stands(key: string, stem: string, token: QueryToken): boolean {
  if (token.isOptional) return false;
  if (token.forms.some((form) => form.key === key || (form.key === stem && !token.isCode))) return true;
  return token.beginnings.some(
    (beginning) => (token.isLast || beginning.length >= 4) && key.startsWith(beginning),
  );
}

/** Spans as HTML, escaped before highlighting. */
export const toHtml = (pieces: readonly HighlightSpan[]): string =>
  pieces
    .map(({ text, isMarked }) => (isMarked ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)))
    .join('');

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => namedEntities[name]!);

/** Parses the output of `toHtml`; other markup stays text (ruling G24). */
export function fromHtml(html: string): HighlightSpan[] {
  return html
    .split(/<mark>(.*?)<\/mark>/s)
    .map((text, i) => ({ text: unescape(text), isMarked: i % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
