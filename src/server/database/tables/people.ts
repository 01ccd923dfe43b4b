import { person, plain, secret } from './column.ts';

/** Tables of people and their actions. Times are ISO text; codes and tokens are stored as SHA-256 only. */
export const peopleTables = {
  users: {
    id: person.number,
    /** In the API: doctor, patient (a partner, ruling G4), editor, admin. */
    type: person.text,
    /** 1: a patient or relative of type `patient`, registered with an address alone; otherwise a partner. */
    is_family: person.number.generated,
    email: person.text,
    /** Normalised address; unique among confirmed accounts. */
    email_key: person.text,
    /** Before it, the account can do nothing and others may register the address. */
    confirmed_at: person.text.orNull,
    verified_at: person.text.orNull,
    blocked_at: person.text.orNull,
    /** argon2id in PHC notation; null until set. */
    password: secret.text.orNull,
    /** Minimum length required when it was set. */
    password_least: plain.number.generated,
    last_name: person.text,
    name: person.text,
    second_name: person.text.orNull,
    subject: person.text.orNull,
    city: person.text.orNull,
    med: person.text.orNull,
    company: person.text.orNull,
    position: person.text.orNull,
    disease_id: person.number.orNull,
    /** The last Monday with weekly cases; null before the first. */
    week_sent: person.text.orNull,
    /** End of the owner's block on address changes. */
    address_frozen_until: person.text.orNull,
    created_at: person.text,
    updated_at: person.text,
  },
  /** Therapeutic areas, academic degrees and specialities of a person. */
  user_terms: {
    user_id: person.number,
    vocabulary: person.text,
    code: person.text,
  },
  avatars: {
    user_id: person.number,
    /** WebP as base64: the same in both databases, and part of every backup. */
    data: person.text,
    hash: person.text,
  },
  sessions: {
    token_hash: secret.text,
    /** Id in the owner's list of sessions. */
    id: person.text,
    user_id: person.number,
    created_at: person.text,
    seen_at: person.text,
    expires_at: person.text,
    ip: person.text,
    agent: person.text,
    /** `full`, or `code`: the second factor is pending. */
    stage: plain.text.generated,
  },
  /** Known browsers of an owner, not locked by guesses elsewhere. */
  devices: {
    token_hash: secret.text,
    user_id: person.number,
    created_at: person.text,
    seen_at: person.text,
  },
  /** Codes in letters. */
  tokens: {
    hash: secret.text,
    purpose: person.text,
    user_id: person.number,
    /** The new address, where it is about one. */
    email: person.text.orNull,
    created_at: person.text,
    expires_at: person.text,
    used_at: person.text.orNull,
  },
  consents: {
    id: plain.number,
    user_id: person.number,
    purpose: person.text,
    document: person.text,
    version: person.text,
    /** SHA-256 of the served document. */
    sha256: person.text,
    text: person.text,
    given_at: person.text,
    withdrawn_at: person.text.orNull,
    ip: person.text,
    agent: person.text,
  },
  captchas: {
    ssid_hash: plain.text,
    /** SHA-256 of ssid and word, or the signing secret of a proof of work. */
    answer: secret.text,
    /** The form it is valid for; null for any. */
    form: plain.text.orNull,
    expires_at: plain.text,
  },
  /** Rate limits; the key is a hash. */
  limits: {
    key: secret.text,
    count: plain.number,
    /** Start of the window. */
    since: plain.text,
    /** Blocked until. */
    until: plain.text,
  },
  outbox: {
    id: plain.number,
    kind: person.text,
    user_id: person.number.orNull,
    recipient: person.text,
    subject: person.text,
    /** Emptied after sending: it may hold a code. */
    text: secret.text,
    html: secret.text,
    created_at: person.text,
    due_at: plain.text,
    attempts: plain.number,
    sent_at: person.text.orNull,
    problem: plain.text.orNull,
    /** Unsubscribe token; null for service letters. */
    unsubscribe: secret.text.orNull,
  },
  audit: {
    id: plain.number,
    at: person.text,
    action: person.text,
    user_id: person.number.orNull,
    /** The acting user; null for the operator at the command line. */
    actor_id: plain.number.orNull,
    /** Replaces an erased actor; the digest of such a row is in a later one. */
    pseudonym: plain.text.orNull,
    ip: person.text.orNull,
    agent: person.text.orNull,
    details: person.text.orNull,
    /** Related record, if any. */
    record_id: plain.number.orNull,
    /** Hash chain (server/base/chain.ts); a row without salt was erased. */
    salt: secret.text.orNull,
    seal: plain.text.orNull,
    hash: plain.text.orNull,
    /** Id of the hash key; null: the public rule. */
    key: plain.text.orNull,
  },
  applications: {
    id: person.number,
    user_id: person.number,
    type: person.text,
    text: person.text,
    record_id: person.number.orNull,
    status: person.text,
    answer: person.text.orNull,
    editor_id: plain.number.orNull,
    created_at: person.text,
    updated_at: person.text,
  },
  application_events: {
    application_id: person.number,
    position: plain.number,
    status: person.text,
    at: person.text,
  },
  /** Error reports of readers, without an account. */
  reports: {
    id: person.number,
    record_id: person.number.orNull,
    field: person.text.orNull,
    text: person.text,
    /** Reply address; deleted some time after the answer. */
    email: person.text.orNull,
    email_key: person.text.orNull,
    status: person.text,
    answer: person.text.orNull,
    created_at: person.text,
    updated_at: person.text,
  },
  /** Consent to a reply, without an account. */
  report_consents: {
    report_id: plain.number,
    document: person.text,
    version: person.text,
    sha256: person.text,
    text: person.text,
    given_at: person.text,
    /** Emptied with the address. */
    ip: person.text,
    agent: person.text,
  },
  /** The last change of a record sent by one subscription, so that another does not repeat it. */
  notified_changes: {
    user_id: person.number,
    record_id: person.number,
    seq: plain.number,
  },
  /** Generated keys of the portal. */
  secrets: {
    name: plain.text,
    value: secret.text,
  },
};
