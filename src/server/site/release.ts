import { readlinkSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readDictionaries, type Dictionaries } from './dictionaries.ts';
import { policyOf } from './policy.ts';

/** The published site as it is now: its folder and the security policy of its pages. */
export interface Release extends Dictionaries {
  name: string;
  folder: string;
  /** Some of its pages are not in their places yet. */
  isGrowing: boolean;
  /** Content-Security-Policy of its pages. */
  policy: string;
}

// Hashes go into a header: nothing but what a hash is made of.
const hashes = z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/=_-]+$/)).default([]);
const noteSchema = z.object({
  csp: z.object({ scripts: hashes, styles: hashes }),
  isGrowing: z.boolean().default(false),
  dictionary: z.string().optional(),
});
type Note = z.infer<typeof noteSchema>;

const releases = new Map<string, { release: Release; stamp: number }>();

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
  const note = path.join(folder, 'release.json');
  // Pages are renewed in place, and with them what their policy allows.
  const stamp = statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const found = releases.get(folder);
  if (found?.stamp === stamp) return found.release;
  const { csp, isGrowing, dictionary } = await readNote(note);
  const dictionaries = await readDictionaries(path.join(site, 'assets'));
  const release = {
    name: path.basename(folder),
    folder,
    isGrowing,
    policy: policyOf(csp),
    dictionary: dictionary && dictionaries.has(dictionary) ? dictionary : undefined,
    dictionaries,
  };
  if (releases.size > 20) releases.clear();
  releases.set(folder, { release, stamp });
  return release;
}

/** Hashes of the inline code of the pages; without a readable note only the site's own files may run. */
async function readNote(file: string): Promise<Note> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { csp: { scripts: [], styles: [] }, isGrowing: false };
  }
}
