import { createHash } from 'node:crypto';

/** Hashes of the inline code that pages contain, as the Content-Security-Policy names them: 'sha256-…'. */
export interface Policy {
  scripts: string[];
  styles: string[];
}

/** Collects the hashes page by page; the same block of style on ten thousand pages is hashed once. */
export class PolicyCollector {
  readonly #scripts = new Hashes();
  readonly #styles = new Hashes();
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: Policy = { scripts: [], styles: [] }) {
    this.#allowed = new Set([...allowed.scripts, ...allowed.styles]);
  }

  /** Whether a page that was read has inline code which was not allowed at the start. */
  hasNews(page: Uint8Array): boolean {
    const isAllowed = (hash: string) => this.#allowed.has(hash);
    if ([...this.#scripts.all, ...this.#styles.all].every(isAllowed)) return false;
    const own = new PolicyCollector();
    own.read(page);
    const { scripts, styles } = own.found();
    return ![...scripts, ...styles].every(isAllowed);
  }

  read(page: Uint8Array): void {
    const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
    for (const { code } of blocksOf(bytes, '<style', '</style>')) this.#styles.add(code);
    for (const { attributes, code } of blocksOf(bytes, '<script', '</script>')) {
      // Data blocks (JSON-LD) are no code and need no permission.
      if (!/\ssrc=|type="?application\//.test(attributes)) this.#scripts.add(code);
    }
  }

  found(): Policy {
    return { scripts: [...this.#scripts.all], styles: [...this.#styles.all] };
  }
}

/** Elements by their tags, found in the bytes: a page is ten times longer than what is read of it. */
function* blocksOf(
  page: Buffer,
  open: string,
  close: string,
): Generator<{ attributes: string; code: Buffer }> {
  let end = 0;
  for (let start = page.indexOf(open); start >= 0; start = page.indexOf(open, end)) {
    const body = page.indexOf('>', start) + 1;
    end = page.indexOf(close, body);
    if (body === 0 || end < 0) return;
    yield { attributes: page.toString('utf8', start, body), code: page.subarray(body, end) };
  }
}

/** Hashes of pieces of code. A piece that was met before is known by its bytes, which is cheaper than reading it. */
class Hashes {
  readonly all = new Set<string>();
  readonly #met = new Map<number, Buffer[]>();

  add(code: Buffer): void {
    if (code.length === 0) return;
    const ofThisLength = this.#met.get(code.length) ?? [];
    if (ofThisLength.some((other) => other.equals(code))) return;
    this.#met.set(code.length, [...ofThisLength, Buffer.from(code)]);
    this.all.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  }
}
