import path from 'node:path';
import { digestOf, numbersOf } from '#data/pages.ts';
import type { CompiledSite } from './compiled.ts';
import { holdsBytes } from './compress.ts';
import { addPage, keepPage, placePage } from './place.ts';
import { noCode, PolicyCollector, type Policy } from './policy.ts';
import { fileOf, isPage } from './release.ts';

export interface RenderJob {
  entry: string;
  snapshot: string;
  /** Directory of output or comparison. */
  out: string;
  /** `write`: an empty directory; `place`: the live one; `compare`: no writes. */
  mode: 'write' | 'place' | 'compare';
  /** The live directory to be replaced. */
  before?: string | undefined;
  /** Policy of the live pages; a page with other inline code waits. */
  policy?: Policy;
}

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

export interface AllRendered {
  rendered: Rendered[];
  failed: FailedPage[];
  policy: Policy;
}

/** Renders portions of a job. A portion ends at a page that fails in a new release without a predecessor. */
export function makePortionRenderer(
  job: RenderJob,
  site: CompiledSite,
): (addresses: readonly string[]) => Promise<AllRendered> {
  const policy = new PolicyCollector(job.policy);
  return async (addresses) => {
    const portion: AllRendered = { rendered: [], failed: [], policy: noCode };
    for (const address of addresses) {
      const page = await renderPage(site, address);
      if ('reason' in page) {
        const kept = job.mode === 'write' ? keepPage(job.out, address, job.before) : undefined;
        if (kept && isPage(address)) policy.read(kept);
        portion.failed.push({ ...page, isKept: kept !== undefined });
        if (job.mode === 'write' && !kept) break;
        continue;
      }
      const { bytes, facts } = page;
      if (isPage(address)) policy.read(bytes);
      portion.rendered.push({ address, facts, digest: digestOf(bytes), ...put(job, address, bytes, policy) });
    }
    portion.policy = policy.found();
    return portion;
  };
}

async function renderPage(
  site: CompiledSite,
  address: string,
): Promise<{ bytes: Uint8Array; facts: Float64Array } | FailedPage> {
  try {
    const { bytes, facts } = await site.render(address);
    return { bytes, facts: numbersOf(facts) };
  } catch (error) {
    const { facts = new Set<string>() } = error as { facts?: ReadonlySet<string> };
    const reason = error instanceof Error ? error.message : String(error);
    return { address, reason, facts: numbersOf(facts) };
  }
}

/** Writes or compares a page. A live page whose inline code the policy lacks is withheld: it would not work. */
function put(
  { mode, out, before }: RenderJob,
  address: string,
  bytes: Uint8Array,
  policy: PolicyCollector,
): Pick<Rendered, 'isChanged' | 'withheld'> {
  if (mode === 'compare') return { isChanged: !holdsBytes(path.join(out, fileOf(address)), bytes) };
  if (mode === 'write') return { isChanged: addPage(out, address, { bytes, before }) };
  if (isPage(address) && policy.hasNews(bytes)) return { isChanged: true, withheld: bytes };
  return { isChanged: placePage(out, address, bytes) };
}
