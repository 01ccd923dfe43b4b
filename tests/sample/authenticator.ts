import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A software authenticator: Web Authentication level 3, §6.1 and §6.5, packed by hand. */

interface Creation {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface Request {
  challenge: string;
  rpId: string;
  allowCredentials?: { id: string }[];
}

/** Forged parts of an answer. */
export interface Forged {
  origin?: string;
  /** Wrong relying party. */
  rpId?: string;
  challenge?: string;
  /** Without user verification. */
  isUnverified?: boolean;
  signer?: KeyObject;
  counter?: number;
  handle?: string | undefined;
  /** Id of an existing passkey. */
  id?: string;
}

export interface Key {
  id: string;
  /** User handle, base64url. */
  handle: string;
  privateKey: KeyObject;
  counter: number;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

export class Authenticator {
  readonly keys: Key[] = [];
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** RegistrationResponseJSON, as text. */
  create(options: Creation, forged: Forged = {}): string {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = forged.id ? Buffer.from(forged.id, 'base64url') : randomBytes(32);
    const key = { id: base64(id), handle: options.user.id, privateKey, counter: forged.counter ?? 1 };
    this.keys.push(key);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE_Key of P-256 for ES256 (RFC 9053): {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, cose]);
    const data = Buffer.concat([
      this.#head(forged.rpId ?? options.rp.id, key.counter, flags.attested, forged),
      attested,
    ]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.concat([Buffer.from([0x59]), uint16(data.length), data]),
    ]);
    return JSON.stringify({
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(this.#client('webauthn.create', options.challenge, forged)),
        attestationObject: base64(attestation),
        transports: ['internal', 'hybrid'],
      },
    });
  }

  /** AuthenticationResponseJSON as text, by the requested key or the first. */
  get(options: Request, forged: Forged = {}): string {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const key = this.keys.find(({ id }) => allowed?.includes(id) ?? true);
    if (!key) throw new Error('This device has no such key');
    return this.sign(key, options, forged);
  }

  /** Signs with this key even if others are requested. */
  sign(key: Key, options: Request, forged: Forged = {}): string {
    if (forged.counter === undefined && key.counter > 0) key.counter += 1;
    const data = this.#head(forged.rpId ?? options.rpId, forged.counter ?? key.counter, 0, forged);
    const client = this.#client('webauthn.get', options.challenge, forged);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return JSON.stringify({
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(sign('sha256', signed, forged.signer ?? key.privateKey)),
        userHandle: 'handle' in forged ? forged.handle : key.handle,
      },
    });
  }

  #head(rpId: string, counter: number, more: number, { isUnverified = false }: Forged): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const seen = flags.present | (isUnverified ? 0 : flags.verified) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([seen]), count]);
  }

  #client(type: string, challenge: string, forged: Forged): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64url');

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** CBOR text under 24 bytes (RFC 8949). */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
