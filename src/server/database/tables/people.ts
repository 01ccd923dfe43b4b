import { person, plain, secret } from './column.ts';

/** Tables of people and their actions. Times are ISO text; codes and tokens are kept as SHA-256 only. */
export const peopleTables = {
  users: {
    id: person.number,
    /** As it travels: doctor, patient (a partner, ruling G4), editor, admin. */
    type: person.text,
    /** 1: of the type `patient`, a patient or somebody near, registered with an address alone; a partner otherwise. */
    is_family: person.number.generated,
    email: person.text,
    /** The address as it is compared; unique among confirmed accounts. */
    email_key: person.text,
    /** Until then the account can do nothing, and others may register with the same address. */
    confirmed_at: person.text.orNull,
    verified_at: person.text.orNull,
    blocked_at: person.text.orNull,
    /** argon2id in PHC notation; null until the owner sets one. */
    password: secret.text.orNull,
    /** The rule under which it was made: the fewest signs it could have had. */
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
    /** How often letters about what is followed are sent. */
    frequency: person.text,
    /** What was wanted before the link of a letter ended it: the frequency, the codes of mailings. */
    paused_frequency: person.text.orNull,
    paused_mailings: person.text.orNull,
    /** The Monday until which cases and questions of the week have been told; null before the first. */
    week_sent: person.text.orNull,
    /** Until then the owner of the mailbox has stopped every change of the address. */
    address_frozen_until: person.text.orNull,
    created_at: person.text,
    updated_at: person.text,
  },
  /** Therapeutic areas, scientific statuses and specializations of a person. */
  user_terms: {
    user_id: person.number,
    vocabulary: person.text,
    code: person.text,
  },
  avatars: {
    user_id: person.number,
    /** WebP as base64: alike in both databases, and part of every backup. */
    data: person.text,
    hash: person.text,
  },
  sessions: {
    token_hash: secret.text,
    /** Names the session in the list that its owner sees. */
    id: person.text,
    user_id: person.number,
    created_at: person.text,
    seen_at: person.text,
    expires_at: person.text,
    ip: person.text,
    agent: person.text,
    /** `full`, or `code`: the password was right, the second factor is still to come. */
    stage: plain.text.generated,
  },
  /** Browsers in which an owner has signed in: guessing elsewhere does not lock these out. */
  devices: {
    token_hash: secret.text,
    user_id: person.number,
    created_at: person.text,
    seen_at: person.text,
  },
  /** Codes that travel in letters. */
  tokens: {
    hash: secret.text,
    purpose: person.text,
    user_id: person.number,
    /** The new address, where the code is about one. */
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
    /** SHA-256 of the document as it was served. */
    sha256: person.text,
    /** The sentence beside the box. */
    text: person.text,
    given_at: person.text,
    withdrawn_at: person.text.orNull,
    ip: person.text,
    agent: person.text,
  },
  captchas: {
    ssid_hash: plain.text,
    /** SHA-256 of ssid and word, or the secret that signed a proof of work. */
    answer: secret.text,
    /** The form that it is good for; null for whichever comes first. */
    form: plain.text.orNull,
    expires_at: plain.text,
  },
  /** Counters of attempts; the key is a hash of what is limited. */
  limits: {
    key: secret.text,
    count: plain.number,
    /** When the counting began. */
    since: plain.text,
    /** Not before this. */
    until: plain.text,
  },
  outbox: {
    id: plain.number,
    kind: person.text,
    user_id: person.number.orNull,
    recipient: person.text,
    subject: person.text,
    /** Emptied when the letter has gone: it may hold a code. */
    text: secret.text,
    html: secret.text,
    created_at: person.text,
    due_at: plain.text,
    attempts: plain.number,
    sent_at: person.text.orNull,
    problem: plain.text.orNull,
    /** The token by which letters of this sort are ended; service letters have none. */
    unsubscribe: secret.text.orNull,
  },
  audit: {
    id: plain.number,
    at: person.text,
    action: person.text,
    /** Whom it is about. */
    user_id: person.number.orNull,
    /** Who did it; the operator at the command line is nobody. */
    actor_id: plain.number.orNull,
    /** In place of the actor whose account was erased; the seal of such a row stands in a later one. */
    pseudonym: plain.text.orNull,
    ip: person.text.orNull,
    agent: person.text.orNull,
    details: person.text.orNull,
    /** The record it is about, where it is about one. */
    record_id: plain.number.orNull,
    /** Links of the chain (server/base/chain.ts); a row without salt has been forgotten on its owner's wish. */
    salt: secret.text.orNull,
    seal: plain.text.orNull,
    hash: plain.text.orNull,
    /** The number of the key under which the hash was made; null: the public rule. */
    key: plain.text.orNull,
  },
  subscriptions: {
    user_id: person.number,
    /** A kind of record, `area`, or `filter`. */
    kind: person.text,
    object: person.text,
    frequency: person.text,
    /** The last change that the follower has been told of, or that came before the following. */
    notified_seq: plain.number,
    paused_from: person.text.orNull,
    created_at: person.text,
  },
  mailings: {
    user_id: person.number,
    code: person.text,
    created_at: person.text,
  },
  applications: {
    id: person.number,
    user_id: person.number,
    type: person.text,
    text: person.text,
    record_id: person.number.orNull,
    status: person.text,
    answer: person.text.orNull,
    /** The editor who works on it. */
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
  /** What readers have found wrong; they need no account. */
  reports: {
    id: person.number,
    record_id: person.number.orNull,
    field: person.text.orNull,
    text: person.text,
    /** Where to answer; forgotten some time after the answer. */
    email: person.text.orNull,
    email_key: person.text.orNull,
    status: person.text,
    answer: person.text.orNull,
    created_at: person.text,
    updated_at: person.text,
  },
  /** The consent to be answered, of somebody who has no account. */
  report_consents: {
    report_id: plain.number,
    document: person.text,
    version: person.text,
    sha256: person.text,
    text: person.text,
    given_at: person.text,
    /** Emptied when the address is forgotten. */
    ip: person.text,
    agent: person.text,
  },
  /** What browsers have kept from running on our pages: counted, by whom nobody knows. */
  policy_reports: {
    /** `script-src-elem` */
    directive: plain.text,
    /** Another site, a word such as `inline`, or the path of a file of ours. */
    blocked: plain.text,
    /** The first part of the page's address: `/deseases/`. */
    section: plain.text,
    count: plain.number,
    first_at: plain.text,
    last_at: plain.text,
  },
  /** The last change of a record that a person was told of by one subscription: another one must not tell it again. */
  notified_changes: {
    user_id: person.number,
    record_id: person.number,
    seq: plain.number,
  },
  /** Keys that this portal has made for itself. */
  secrets: {
    name: plain.text,
    value: secret.text,
  },
};
