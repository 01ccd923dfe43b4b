import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Creates a key readable by its owner only; of several processes all get that of the first. */
export function makeKeyFile(place: string): string {
  const half = `${place}.${randomBytes(6).toString('hex')}`;
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  writeFileSync(half, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(half, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half, { force: true });
  }
  const secret = readKeyFile(place);
  if (!secret) throw new Error(`${place} has no key`);
  return secret;
}
