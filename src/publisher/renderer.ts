import { digestOf, numbersOf } from '#data/pages.ts';
import type { CompiledSite } from './compiled.ts';
import { placePage } from './place.ts';
import type { PolicyCollector } from './policy.ts';
import { fileOf } from './release.ts';

/** A rendered page: its tags, and whether it changed. */
export interface Rendered {
  address: string;
  facts: Float64Array;
  isChanged: boolean;
  /** Digest of the bytes, stored in the page index. */
  digest: string;
  /** The page itself, when not written because its code is not allowed yet. */
  withheld?: Uint8Array;
}
export interface FailedPage {
  address: string;
  reason: string;
  facts: Float64Array;
  /** The previous release's page stays. */
  isKept?: boolean;
}

interface Page {
  bytes: Uint8Array;
  facts: Float64Array;
}

/** Renders single pages into a live directory. */
export function makeRenderer({
  site,
  policy,
  out,
}: {
  site: CompiledSite;
  policy: PolicyCollector;
  out: string;
}) {
  return {
    async render(
      address: string,
    ): Promise<({ state: 'rendered' } & Page) | ({ state: 'failed' } & FailedPage)> {
      try {
        const { bytes, facts } = await site.render(address);
        if (fileOf(address).endsWith('.html')) policy.read(bytes);
        return { state: 'rendered', bytes, facts: numbersOf(facts) };
      } catch (error) {
        const { facts = new Set<string>() } = error as { facts?: ReadonlySet<string> };
        const reason = error instanceof Error ? error.message : String(error);
        return { state: 'failed', address, reason, facts: numbersOf(facts) };
      }
    },
    /** Withholds a page whose inline code the policy lacks: it would not work. */
    place(address: string, { bytes, facts }: Page): Rendered {
      const digest = digestOf(bytes);
      if (fileOf(address).endsWith('.html') && policy.hasNews(bytes))
        return { address, facts, isChanged: true, digest, withheld: bytes };
      return { address, facts, isChanged: placePage(out, address, bytes), digest };
    },
  };
}
