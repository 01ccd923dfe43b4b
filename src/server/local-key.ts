import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where a key lies that the operator has not set: away from DATA_DIR, which it protects. */
export const placeOfOwnKey = (
  name: 'backup.key' | 'audit.key',
  environment: NodeJS.ProcessEnv = process.env,
) => path.join(environment['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'orphan-register', name);

/** What a file of keys holds; nothing where there is none, or none that may be read. */
export function readKeyFile(place: string): string | undefined {
  try {
    return readFileSync(place, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Makes a key for its owner's eyes alone; of several processes one makes it. Throws where nothing can be written. */
export function makeKeyFile(place: string): string {
  const secret = randomBytes(32).toString('base64url');
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  writeFileSync(place, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return secret;
}
