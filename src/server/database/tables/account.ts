import { person, plain, secret } from './column.ts';

export const accountTables = {
  /** Private files; bytes are in DATA_DIR/uploads under a random name. */
  uploads: {
    id: person.number,
    user_id: person.number,
    /** Owner object: `application`, `case`. */
    purpose: person.text,
    /** Random file name. */
    file: plain.text,
    /** Original file name. */
    name: person.text,
    type: person.text,
    size: person.number,
    sha256: person.text,
    created_at: person.text,
  },
  application_files: {
    application_id: person.number,
    upload_id: person.number,
  },
  /** Additional data of a doctor's verification (ruling G45). */
  verifications: {
    application_id: person.number,
    user_id: person.number,
    /** `email` or `document`. */
    way: person.text,
    email: person.text.orNull,
    email_confirmed_at: person.text.orNull,
    /** Promised day of the decision. */
    due_at: person.text,
    decision: person.text.orNull,
    decided_at: person.text.orNull,
    decided_by: plain.number.orNull,
  },
  factors: {
    user_id: person.number,
    /** Encrypted; null until confirmed by the first code. */
    secret: secret.text.orNull,
    /** A new key, which replaces the other at its first code. */
    pending: secret.text.orNull,
    confirmed_at: person.text.orNull,
    /** JSON: half minutes of the last day whose code was used; none works again. */
    used_steps: plain.text.orNull,
    created_at: person.text,
  },
  recovery_codes: {
    user_id: person.number,
    /** HMAC with the portal's key: codes are short. */
    hash: secret.text,
    used_at: person.text.orNull,
  },
  /** Responses to requests with an Idempotency-Key, for a day. */
  idempotency_keys: {
    key: secret.text,
    user_id: person.number.orNull,
    /** HMAC of the body. */
    body: secret.text,
    /** JSON, encrypted. */
    answer: secret.text,
    created_at: person.text,
  },
  /** Reads of others' personal data. */
  readings: {
    id: plain.number,
    at: person.text,
    reader_id: plain.number.orNull,
    user_id: person.number,
    /** Field names, separated by commas. */
    fields: person.text,
    /** Place of display, in one word. */
    place: person.text,
  },
  /** Invitation of the first administrator; there is no account yet. */
  founding_links: {
    hash: secret.text,
    created_at: plain.text,
    expires_at: plain.text,
  },
  /** A requested change of address, with a code for each mailbox; replaced by the next request. */
  address_changes: {
    user_id: person.number,
    old_hash: secret.text,
    new_hash: secret.text,
    email: person.text,
    old_confirmed_at: person.text.orNull,
    new_confirmed_at: person.text.orNull,
    /** When both had confirmed. */
    done_at: person.text.orNull,
    created_at: person.text,
    expires_at: person.text,
  },
  /** Passkeys: public keys of devices. */
  passkeys: {
    /** Credential id, base64url. */
    id: person.text,
    user_id: person.number,
    /** COSE, base64url. */
    public_key: secret.text,
    /** Signature counter in digits, up to 32 bits; 0 if unsupported. */
    counter: plain.text,
    /** Transports, separated by commas. */
    transports: person.text,
    /** Name given by the owner. */
    name: person.text,
    created_at: person.text,
    used_at: person.text.orNull,
  },
  /** Challenges, single-use and valid for minutes. */
  passkey_challenges: {
    /** Browser: SHA-256 of its session token or cookie. */
    holder: secret.text,
    /** `add`, `show`, `second step` or `sign in`. */
    purpose: person.text,
    /** Null at sign-in by passkey. */
    user_id: person.number.orNull,
    challenge: secret.text,
    expires_at: person.text,
  },
};
