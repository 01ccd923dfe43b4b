import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Location of a generated key: outside DATA_DIR, which it protects. */
export const placeOfOwnKey = (
  name: 'backup.key' | 'audit.key',
  environment: NodeJS.ProcessEnv = process.env,
) => path.join(environment['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'orphan-register', name);

/** Contents of a key file; undefined if missing or unreadable. */
export function readKeyFile(place: string): string | undefined {
  try {
    return readFileSync(place, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Creates a key readable by its owner only, by one process. Throws if nothing can be written. */
export function makeKeyFile(place: string): string {
  const secret = randomBytes(32).toString('base64url');
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  writeFileSync(place, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return secret;
}
