import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeKeyFile } from './local-key.ts';
import type { Settings } from './settings.ts';

/** Encryption of secrets in the database. */
export interface Encryption {
  encrypt(text: string): string;
  /** Decrypts; throws for changed text or another key. */
  decrypt(sealed: string): string;
  /** The same for files; `isSealed` recognises encrypted bytes. */
  encryptBytes(bytes: Buffer): Buffer;
  decryptBytes(sealed: Buffer): Buffer;
  /** HMAC of a short secret, which cannot be brute-forced without the key. */
  mac(text: string): string;
}

/** No accepted file starts so. */
const fileMark = Buffer.from('\0sealed1');
export const isEncrypted = (bytes: Uint8Array) => fileMark.equals(bytes.subarray(0, fileMark.length));

const seals = new Map<string, Encryption>();

/** Encryption by SECRET_KEY, or by a generated key next to the database. */
export function encryptionOf({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>): Encryption {
  const place = path.resolve(DATA_DIR);
  const name = SECRET_KEY ?? place;
  const known = seals.get(name);
  if (known) return known;
  const seal = makeSeal(SECRET_KEY ?? keyIn(path.join(place, 'secret.key')));
  seals.set(name, seal);
  return seal;
}

function makeSeal(secret: string): Encryption {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'orphan-register', use, 32));
  const [sealing, hashing] = [keyFor('seal'), keyFor('mac')];
  const sealBytes = (bytes: Buffer): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  };
  const openBytes = (bytes: Buffer): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  };
  return {
    encrypt: (text) => sealBytes(Buffer.from(text)).toString('base64url'),
    decrypt: (sealed) => openBytes(Buffer.from(sealed, 'base64url')).toString('utf8'),
    encryptBytes: (bytes) => Buffer.concat([fileMark, sealBytes(bytes)]),
    decryptBytes: (sealed) => openBytes(sealed.subarray(fileMark.length)),
    mac: (text) => createHmac('sha256', hashing).update(text).digest('base64url'),
  };
}

/** The key as it is in the file, with its spaces. */
const keyIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : makeKeyFile(file));
