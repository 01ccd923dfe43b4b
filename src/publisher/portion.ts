import path from 'node:path';
import { digestOf } from '#data/pages.ts';
import { isTrue } from './compare.ts';
import type { CompiledSite } from './compiled.ts';
import { addPage, keepPage } from './place.ts';
import { PolicyCollector, type Policy } from './policy.ts';
import { fileOf } from './release.ts';
import { makeRenderer, type FailedPage, type Rendered } from './renderer.ts';

export interface RenderJob {
  entry: string;
  snapshot: string;
  /** Directory of output or comparison. */
  out: string;
  /** `write`: an empty directory; `place`: the live one; `compare`: no writes. */
  mode: 'write' | 'place' | 'compare';
  /** The live directory to be replaced. */
  before?: string | undefined;
  /** Rewrites compressed variants of unchanged pages too. */
  isForced?: boolean | undefined;
  /** Policy of the live pages; a page with other inline code waits. */
  policy?: Policy;
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
  const { render, place } = makeRenderer({ site, policy, out: job.out });
  return async (addresses) => {
    const portion: AllRendered = { rendered: [], failed: [], policy: { scripts: [], styles: [] } };
    for (const address of addresses) {
      const page = await render(address);
      if (page.state === 'failed') {
        const kept = job.mode === 'write' ? keepPage(job.out, address, job.before) : undefined;
        if (kept && fileOf(address).endsWith('.html')) policy.read(kept);
        portion.failed.push({ ...page, isKept: kept !== undefined });
        if (job.mode === 'write' && !kept) break;
        continue;
      }
      const { bytes, facts } = page;
      if (job.mode === 'place') portion.rendered.push(place(address, { bytes, facts }));
      else
        portion.rendered.push({
          address,
          facts,
          isChanged: writePage(job, address, bytes),
          digest: digestOf(bytes),
        });
    }
    portion.policy = policy.found();
    return portion;
  };
}

/** Writes into a new directory, or nowhere; returns whether the page changed. */
function writePage({ mode, out, before }: RenderJob, address: string, bytes: Uint8Array): boolean {
  if (mode === 'compare') return !isTrue(path.join(out, fileOf(address)), bytes);
  return addPage(out, address, { bytes, before });
}
