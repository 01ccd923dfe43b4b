import russian from 'hyphen/ru/index.js';
import { bound } from './typography.ts';

/**
 * The finished page as a typesetter leaves it: every text of it `bound`, long words of narrow places (headings, cells,
 * side cards) with soft hyphens. Titles of the window, scripts, fields and drawings keep their letters, and so do
 * attributes: what a machine reads or a form sends has no sign that nobody typed.
 */
export function typeset(html: string): string {
  let depth = 0;
  return html.replace(piece, (found, _kept: string | undefined, close: string | undefined, name?: string) => {
    if (name !== undefined) {
      if (narrow.test(name)) depth += close ? -1 : 1;
      return found;
    }
    if (found.startsWith('<')) return found;
    const text = textOf(found);
    return depth > 0 ? hyphenated(text) : text;
  });
}

/** What keeps its letters; a tag, closing or not, with its name; a text. */
const piece =
  /<(script|style|title|textarea|select|pre|code|svg)\b[\s\S]*?<\/\1>|<(\/?)([a-z][a-z\d]*)(?:[^>"']|"[^"]*"|'[^']*')*>|<!(?:--[\s\S]*?-->|[^>]*>)|[^<]+/g;
const narrow = /^(h[1-4]|t[hd]|dd|aside)$/;

/** Where lines of the source ended; a browser shows one space. A line that a text itself ends stands alone. */
const ends = /^[ \n]+|[ \n]+$|[ \n]{2,}/g;

/** Most texts of a page stand on others, too. */
const known = new Map<string, string>();

function textOf(text: string): string {
  let told = known.get(text);
  if (told === undefined) {
    if (known.size > 20_000) known.clear();
    known.set(text, (told = bound(text.replace(ends, ' '))));
  }
  return told;
}

const words = new Map<string, string>();

/**
 * A text whose long words may break between syllables, no piece shorter than three letters. Words of twelve letters and
 * fewer fit the narrowest column.
 */
export const hyphenated = (text: string): string =>
  text.replace(/[а-яё]{13,}/gi, (word) => {
    let told = words.get(word);
    if (told === undefined) {
      const pieces = russian.hyphenateSync(word, { minWordLength: 13 }).split(softHyphen);
      words.set(word, (told = joinShort(pieces).join(softHyphen)));
    }
    return told;
  });

function joinShort(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [at, next] of pieces.entries()) {
    const last = joined.at(-1);
    const isShort = last !== undefined && (last.length < 3 || (at === pieces.length - 1 && next.length < 3));
    if (isShort) joined[joined.length - 1] = last + next;
    else joined.push(next);
  }
  return joined;
}

const softHyphen = '\u00ad';
