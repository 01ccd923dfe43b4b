/**
 * What is alike on many pages (header, footer: half of a page) goes through the rendering as a
 * short mark, and stands in the page as bytes that were encoded once. Plain `astro build` knows no marks and gives the
 * same bytes.
 */
const marked = new Map<string, string>();
const bytesOf: Uint8Array[] = [];
let isMarking = false;

/** From now on `mark` gives marks: the middleware puts every page through `joined` before it is set. */
export function markParts(): void {
  isMarking = true;
}

/** What stands for the text until the page is joined. */
export function mark(text: string): string {
  if (!isMarking) return text;
  let known = marked.get(text);
  if (known === undefined) {
    // A part may have others within.
    bytesOf.push(joined(new TextEncoder().encode(text)));
    known = `${sign}${bytesOf.length - 1}${sign}`;
    marked.set(text, known);
  }
  return known;
}

/** No text of a page has this sign: HTML does not allow it. */
const sign = '\u001a';
const code = sign.charCodeAt(0);

/** The page with the parts in the places of their marks. */
export function joined(page: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (let from = page.indexOf(code); from >= 0; from = page.indexOf(code, done)) {
    const to = page.indexOf(code, from + 1);
    const part = bytesOf[Number(new TextDecoder().decode(page.subarray(from + 1, Math.max(from + 1, to))))];
    if (to < 0 || !part) throw new Error('The page has a sign that HTML does not allow');
    pieces.push(page.subarray(done, from), part);
    done = to + 1;
  }
  return done === 0 ? page : Buffer.concat([...pieces, page.subarray(done)]);
}
