import { createHmac } from 'node:crypto';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { makeKeyFile, placeOfOwnKey, readKeyFile } from '../local-key.ts';
import type { Settings } from '../settings.ts';

/** A key of the audit; its number is public and stands in the rows. */
export interface AuditKey {
  id: string;
  secret: string;
}

/** The first one writes, all of them check; none: the chain follows the public rule. */
export type AuditKeys = readonly AuditKey[];

export type AuditKeySettings = Partial<Pick<Settings, 'AUDIT_KEY' | 'AUDIT_KEY_FILE' | 'DATA_DIR'>>;

const minKeyLength = 32;

/**
 * The keys of the chain: AUDIT_KEY, those in AUDIT_KEY_FILE, or one of our own beside that of copies, made when it is
 * first needed. Former keys follow the present one, after spaces or on lines of their own.
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
    // Another process may have been first; where nobody can write there is no key, and the start says so.
    const made = readKeyFile(place);
    return made ? keysIn(made, place) : [];
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

/** The keys under which a transaction writes: `database.ts` gives them, `write.ts` takes them. */
export const keysOfWriting = {
  give: (tx: object, keys: AuditKeys) => void keysBySettings.set(tx, keys),
  take(tx: object): AuditKeys {
    const keys = keysBySettings.get(tx);
    if (!keys) throw new Error('Rows of the audit are written in transactions of the database alone');
    return keys;
  },
};
