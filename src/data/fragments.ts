import { linkStart, numberedInOrder, secondSource } from './references.ts';

/**
 * Shared fragments (header, footer: half of a page) pass through rendering as short marks and are inserted as
 * pre-encoded bytes. Plain `astro build` uses no marks and produces the same bytes.
 */
const marked = new Map<string, string>();
const bytesOf: Buffer<ArrayBuffer>[] = [];
let marks = false;

/** Enables marks: whoever does passes every page through `finishPage`. */
export function markParts(): void {
  marks = true;
}

export const isMarking = (): boolean => marks;

/** A mark that stands for the text until the page is joined. A text that cites sources of its page is numbered with it. */
export function mark(text: string): string {
  if (!marks || text.includes(linkStart)) return text;
  let known = marked.get(text);
  if (known === undefined) {
    // Fragments may be nested.
    bytesOf.push(joined(Buffer.from(text)));
    known = `${sign}${bytesOf.length - 1}${sign}`;
    marked.set(text, known);
  }
  return known;
}

/** A character that HTML forbids. */
const sign = '\u001a';
const code = sign.charCodeAt(0);

/** Replaces the marks of a page by their fragments. */
function joined(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [];
  let done = 0;
  for (let from = page.indexOf(code); from >= 0; from = page.indexOf(code, done)) {
    const to = page.indexOf(code, from + 1);
    const part = bytesOf[Number(page.toString('latin1', from + 1, Math.max(from + 1, to)))];
    if (to < 0 || !part) throw new Error('The page has a sign that HTML does not allow');
    pieces.push(page.subarray(done, from), part);
    done = to + 1;
  }
  return done === 0 ? page : Buffer.concat([...pieces, page.subarray(done)]);
}

/** Numbers the sources of a rendered page, then inserts the shared fragments, which are half of it. */
export const finishPage = (page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => joined(numbered(page));

function numbered(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (!page.includes(secondSource)) return page;
  const bytes = page.toString('latin1');
  const inOrder = numberedInOrder(bytes);
  return inOrder === bytes ? page : Buffer.from(inOrder, 'latin1');
}
