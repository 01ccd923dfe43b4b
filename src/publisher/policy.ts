import { createHash } from 'node:crypto';

/** CSP hashes of inline code: 'sha256-…'. */
export interface Policy {
  scripts: string[];
  styles: string[];
}

export const noCode: Policy = { scripts: [], styles: [] };

export function policyOf(page: Uint8Array): Policy {
  const policy = new PolicyCollector();
  policy.read(page);
  return policy.found();
}

export const unitePolicies = (one: Policy, other: Policy): Policy => ({
  scripts: [...new Set([...one.scripts, ...other.scripts])].toSorted(),
  styles: [...new Set([...one.styles, ...other.styles])].toSorted(),
});

/** Collects CSP hashes; a block shared by ten thousand pages is hashed once. */
export class PolicyCollector {
  readonly #scripts = new Hashes();
  readonly #styles = new Hashes();
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: Policy = noCode) {
    this.#allowed = new Set([...allowed.scripts, ...allowed.styles]);
  }

  /** Whether the pages have inline code that the starting policy lacks. */
  hasNews(page: Uint8Array): boolean {
    const isAllowed = (hash: string) => this.#allowed.has(hash);
    if ([...this.#scripts.all, ...this.#styles.all].every(isAllowed)) return false;
    const { scripts, styles } = policyOf(page);
    return ![...scripts, ...styles].every(isAllowed);
  }

  read(page: Uint8Array): void {
    const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
    for (const { code } of blocksOf(bytes, '<style', '</style>')) this.#styles.add(code);
    for (const { attributes, code } of blocksOf(bytes, '<script', '</script>')) {
      // Data blocks (JSON-LD) need no permission.
      if (!/\ssrc=|type="?application\//.test(attributes)) this.#scripts.add(code);
    }
  }

  found(): Policy {
    return { scripts: [...this.#scripts.all], styles: [...this.#styles.all] };
  }
}

/** Finds elements by tag in the bytes: decoding the whole page costs ten times more. */
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

/** Hashes of code, cached by bytes. */
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
