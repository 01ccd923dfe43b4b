import { readlinkSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { readDictionaries, type Dictionaries } from './dictionaries.ts';
import { policyOf } from './policy.ts';

export interface Release extends Dictionaries {
  name: string;
  folder: string;
  isGrowing: boolean;
  /** Changes with each publication: milliseconds of its note. */
  stamp: number;
  policy: string;
}

// Hashes go into a header: only base64 characters.
const hashes = z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/=_-]+$/)).default([]);
const noteSchema = z.object({
  csp: z.object({ scripts: hashes, styles: hashes }),
  isGrowing: z.boolean().default(false),
  dictionary: z.string().optional(),
});
type Note = z.infer<typeof noteSchema>;

const releases = new LRUCache<string, Release>({ max: 20 });

/** Follows the publisher's link; read on every request, so that a switch applies at once. */
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
  // In-place updates may change the policy.
  const stamp = statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const found = releases.get(folder);
  if (found?.stamp === stamp) return found;
  const { csp, isGrowing, dictionary } = await readNote(note);
  const dictionaries = await readDictionaries(path.join(site, 'assets'));
  const release = {
    stamp,
    name: path.basename(folder),
    folder,
    isGrowing,
    policy: policyOf(csp),
    dictionary: dictionary && dictionaries.has(dictionary) ? dictionary : undefined,
    dictionaries,
  };
  releases.set(folder, release);
  return release;
}

/** Hashes of inline code; without a readable note only own files may run. */
async function readNote(file: string): Promise<Note> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { csp: { scripts: [], styles: [] }, isGrowing: false };
  }
}
