import { createHash } from 'node:crypto';

/** Hashes of the inline code that pages contain, as the Content-Security-Policy names them: 'sha256-…'. */
export interface Policy {
  scripts: string[];
  styles: string[];
}

/** Collects the hashes page by page; the same block of style on ten thousand pages is hashed once. */
export class PolicyCollector {
  readonly #scripts = new Map<string, string>();
  readonly #styles = new Map<string, string>();

  read(page: Uint8Array): void {
    const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
    for (const { code } of blocksOf(bytes, '<style', '</style>')) remember(this.#styles, code);
    for (const { attributes, code } of blocksOf(bytes, '<script', '</script>')) {
      // Data blocks (JSON-LD) are no code and need no permission.
      if (!/\ssrc=|type="?application\//.test(attributes)) remember(this.#scripts, code);
    }
  }

  found(): Policy {
    return { scripts: [...this.#scripts.values()], styles: [...this.#styles.values()] };
  }
}

/** Elements by their tags, found in the bytes: a page is ten times longer than what is read of it. */
function* blocksOf(
  page: Buffer,
  open: string,
  close: string,
): Generator<{ attributes: string; code: string }> {
  let end = 0;
  for (let start = page.indexOf(open); start >= 0; start = page.indexOf(open, end)) {
    const body = page.indexOf('>', start) + 1;
    end = page.indexOf(close, body);
    if (body === 0 || end < 0) return;
    yield { attributes: page.toString('utf8', start, body), code: page.toString('utf8', body, end) };
  }
}

function remember(hashes: Map<string, string>, code: string): void {
  if (!code || hashes.has(code)) return;
  hashes.set(code, `sha256-${createHash('sha256').update(code).digest('base64')}`);
}
