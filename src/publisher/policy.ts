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

function remember(hashes: Map<string, string>, code = ''): void {
  if (code && !hashes.has(code))
    hashes.set(code, `sha256-${createHash('sha256').update(code).digest('base64')}`);
}
