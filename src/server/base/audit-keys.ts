import { createHmac } from 'node:crypto';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { makeKeyFile, placeOfOwnKey, readKeyFile } from '../local-key.ts';
import type { Settings } from '../settings.ts';

/** A key of the audit log; its id is public and stored in rows. */
export interface AuditKey {
  id: string;
  secret: string;
}

/** The first key writes, all verify; none: the chain follows the public rule. */
export type AuditKeys = readonly AuditKey[];

export type AuditKeySettings = Partial<Pick<Settings, 'AUDIT_KEY' | 'AUDIT_KEY_FILE' | 'DATA_DIR'>>;

const minKeyLength = 32;

/**
 * Keys of the chain: AUDIT_KEY, those in AUDIT_KEY_FILE, or a generated one next to the backup key. Former
 * keys follow the present one, separated by spaces or lines.
 */
export function auditKeysOf({ AUDIT_KEY, AUDIT_KEY_FILE, DATA_DIR }: AuditKeySettings): AuditKeys {
  if (AUDIT_KEY) return keysIn(AUDIT_KEY, 'AUDIT_KEY');
  const place = path.resolve(AUDIT_KEY_FILE ?? placeOfOwnKey('audit.key'));
  if (AUDIT_KEY_FILE && DATA_DIR !== undefined && isWithin(place, path.resolve(DATA_DIR)))
    throw new OperatorError(
      'Ключ журнала AUDIT_KEY_FILE лежит в DATA_DIR, рядом с журналом: кто изменит журнал, прочтёт и ключ. Положите его в другую папку.',
    );
  const found = readKeyFile(place);
  if (found) return keysIn(found, place);
  if (AUDIT_KEY_FILE)
    throw new OperatorError(
      `Ключа журнала в ${place} нет, или его нельзя прочесть: проверьте AUDIT_KEY_FILE.`,
    );
  try {
    return keysIn(makeKeyFile(place), place);
  } catch {
    // Without write access there is no key, which the start reports.
    return [];
  }
}

function keysIn(text: string, place: string): AuditKeys {
  const secrets = text.split(/[\s,]+/).filter(Boolean);
  if (secrets.some((secret) => secret.length < minKeyLength))
    throw new OperatorError(`Ключ журнала ${place}: нужно не меньше ${minKeyLength} знаков без пробелов.`);
  return secrets.map((secret) => ({
    id: createHmac('sha256', secret).update('number of this key').digest('hex').slice(0, 12),
    secret,
  }));
}

function isWithin(place: string, folder: string): boolean {
  const way = path.relative(folder, place);
  return !way.startsWith('..') && !path.isAbsolute(way);
}

const keysBySettings = new WeakMap<object, AuditKeys>();

/** Keys of a transaction, set by `database.ts` for `write.ts`. */
export const keysOfWriting = {
  give: (tx: object, keys: AuditKeys) => void keysBySettings.set(tx, keys),
  take(tx: object): AuditKeys {
    const keys = keysBySettings.get(tx);
    if (!keys) throw new Error('Rows of the audit are written in transactions of the database alone');
    return keys;
  },
};
