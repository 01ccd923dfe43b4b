import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { policyOf } from './policy.ts';

/** The published site as it is now: its folder and the security policy of its pages. */
export interface Release {
  name: string;
  folder: string;
  /** Content-Security-Policy of its pages. */
  policy: string;
}

// Hashes go into a header: nothing but what a hash is made of.
const hashes = z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/=_-]+$/)).default([]);
const note = z.object({ csp: z.object({ scripts: hashes, styles: hashes }) });

const known = new Map<string, Release>();

/** Follows the link that a publisher switches; asked on every request, so a switch is seen at once. */
export async function currentRelease(dataDir: string): Promise<Release | undefined> {
  const site = path.resolve(dataDir, 'site');
  let target: string;
  try {
    target = readlinkSync(path.join(site, 'current'));
  } catch {
    return undefined;
  }
  const folder = path.resolve(site, target);
  const found = known.get(folder);
  if (found) return found;
  const release = { name: path.basename(folder), folder, policy: policyOf(await readHashes(folder)) };
  // Names of releases are never used twice, so what is known of one stays true.
  if (known.size > 20) known.clear();
  known.set(folder, release);
  return release;
}

/** Hashes of the inline code of the pages; without a readable note only the site's own files may run. */
async function readHashes(folder: string): Promise<z.infer<typeof note>['csp']> {
  try {
    return note.parse(JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8'))).csp;
  } catch {
    return { scripts: [], styles: [] };
  }
}
