import { person, plain, secret } from './column.ts';

/** Tables of the second step of accounts: files, second factors, repeated requests, who has read what of whom. */
export const accountTables = {
  /** Private files; their bytes lie in DATA_DIR/uploads under a random name. */
  uploads: {
    id: person.number,
    user_id: person.number,
    /** What the file belongs to, in one word: `application`, `case`. */
    purpose: person.text,
    /** The random name under which the bytes lie. */
    file: plain.text,
    /** What its owner called it. */
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
  /** What an application of a doctor for verification has beside the others (ruling G45). */
  verifications: {
    application_id: person.number,
    user_id: person.number,
    /** `email` or `document`. */
    way: person.text,
    /** The address at work, where the code was sent. */
    email: person.text.orNull,
    email_confirmed_at: person.text.orNull,
    /** When the doctor was promised a decision. */
    due_at: person.text,
    decision: person.text.orNull,
    decided_at: person.text.orNull,
    decided_by: plain.number.orNull,
  },
  factors: {
    user_id: person.number,
    /** Sealed with the portal's key; null until the first code has been entered. */
    secret: secret.text.orNull,
    /** One that is being set up, and takes the place of the other with the first code. */
    pending: secret.text.orNull,
    confirmed_at: person.text.orNull,
    /** The latest half minute whose code was used: neither it nor an earlier one works again. */
    last_step: plain.number.orNull,
    created_at: person.text,
  },
  recovery_codes: {
    user_id: person.number,
    /** HMAC with the portal's key: the codes are short. */
    hash: secret.text,
    used_at: person.text.orNull,
  },
  /** Answers to requests that bore an Idempotency-Key, for a day. */
  idempotency_keys: {
    key: secret.text,
    user_id: person.number.orNull,
    /** HMAC of what was sent. */
    body: secret.text,
    /** JSON, sealed with the portal's key. */
    answer: secret.text,
    created_at: person.text,
  },
  /** Who has read personal data of others. */
  readings: {
    id: plain.number,
    at: person.text,
    reader_id: plain.number.orNull,
    /** Whose they are. */
    user_id: person.number,
    /** Names of the fields, separated by commas. */
    fields: person.text,
    /** Where they were shown, in one word. */
    place: person.text,
  },
  /** The operator's link for the very first administrator; there is no account behind it. */
  founding_links: {
    hash: secret.text,
    created_at: plain.text,
    expires_at: plain.text,
  },
  /** One wish for another address, with a code for each of the two mailboxes; the next wish takes its place. */
  address_changes: {
    user_id: person.number,
    old_hash: secret.text,
    new_hash: secret.text,
    /** The new address. */
    email: person.text,
    old_confirmed_at: person.text.orNull,
    new_confirmed_at: person.text.orNull,
    /** When both had agreed. */
    done_at: person.text.orNull,
    created_at: person.text,
    expires_at: person.text,
  },
  /** Keys of devices that stand for the code of an application: public halves, the other half never leaves the device. */
  passkeys: {
    /** As the device names it, base64url. */
    id: person.text,
    user_id: person.number,
    /** COSE, base64url. */
    public_key: secret.text,
    /** How often the device has signed, in digits: up to 32 bits; 0 where it does not count. */
    counter: plain.text,
    /** How the device is reached, separated by commas. */
    transports: person.text,
    /** What its owner calls it. */
    name: person.text,
    created_at: person.text,
    used_at: person.text.orNull,
  },
  /** What a device has to sign, once and for a few minutes. */
  passkey_challenges: {
    /** The browser that asked: SHA-256 of its session's token, or of the cookie of anyone who has none. */
    holder: secret.text,
    /** `add`, `show`, `second step` or `sign in`. */
    purpose: person.text,
    /** Null while nobody knows who signs in. */
    user_id: person.number.orNull,
    challenge: secret.text,
    expires_at: person.text,
  },
};
