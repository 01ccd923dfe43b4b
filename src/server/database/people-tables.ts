/** Tables of people and their deeds. Times are ISO text; codes and tokens are kept as SHA-256 only. */
export interface PeopleTables {
  users: UsersTable;
  user_terms: UserTermsTable;
  avatars: AvatarsTable;
  sessions: SessionsTable;
  devices: DevicesTable;
  tokens: TokensTable;
  consents: ConsentsTable;
  captchas: CaptchasTable;
  limits: LimitsTable;
  outbox: OutboxTable;
  audit: AuditTable;
  subscriptions: SubscriptionsTable;
  mailings: MailingsTable;
  applications: ApplicationsTable;
  application_events: ApplicationEventsTable;
}

interface UsersTable {
  id: number;
  /** As it travels: doctor, patient (a partner, ruling G4), editor, admin. */
  type: string;
  email: string;
  /** The address as it is compared; unique among confirmed accounts. */
  email_key: string;
  /** Until then the account can do nothing, and others may register with the same address. */
  confirmed_at: string | null;
  verified_at: string | null;
  blocked_at: string | null;
  /** argon2id in PHC notation; null until the owner sets one. */
  password: string | null;
  last_name: string;
  name: string;
  second_name: string | null;
  subject: string | null;
  city: string | null;
  med: string | null;
  company: string | null;
  position: string | null;
  disease_id: number | null;
  /** How often letters about what is followed are sent. */
  frequency: string;
  created_at: string;
  updated_at: string;
}

/** Therapeutic areas, scientific statuses and specializations of a person. */
interface UserTermsTable {
  user_id: number;
  vocabulary: string;
  code: string;
}

interface AvatarsTable {
  user_id: number;
  /** WebP as base64: alike in both databases, and part of every backup. */
  data: string;
  hash: string;
}

interface SessionsTable {
  token_hash: string;
  /** Names the session in the list that its owner sees. */
  id: string;
  user_id: number;
  created_at: string;
  seen_at: string;
  expires_at: string;
  ip: string;
  agent: string;
}

/** Browsers in which an owner has signed in: guessing elsewhere does not lock these out. */
interface DevicesTable {
  token_hash: string;
  user_id: number;
  created_at: string;
  seen_at: string;
}

/** Codes that travel in letters. */
interface TokensTable {
  hash: string;
  purpose: string;
  user_id: number;
  /** The new address, where the code is about one. */
  email: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface ConsentsTable {
  id: number;
  user_id: number;
  purpose: string;
  document: string;
  version: string;
  /** SHA-256 of the document as it was served. */
  sha256: string;
  /** The sentence beside the box. */
  text: string;
  given_at: string;
  withdrawn_at: string | null;
  ip: string;
  agent: string;
}

interface CaptchasTable {
  ssid_hash: string;
  /** SHA-256 of ssid and word, or the secret that signed a proof of work. */
  answer: string;
  expires_at: string;
}

/** Counters of attempts; the key is a hash of what is limited. */
interface LimitsTable {
  key: string;
  count: number;
  /** When the counting began. */
  since: string;
  /** Not before this. */
  until: string;
}

interface OutboxTable {
  id: number;
  kind: string;
  user_id: number | null;
  recipient: string;
  subject: string;
  /** Emptied when the letter has gone: it may hold a code. */
  text: string;
  html: string;
  created_at: string;
  due_at: string;
  attempts: number;
  sent_at: string | null;
  problem: string | null;
}

interface AuditTable {
  id: number;
  at: string;
  deed: string;
  /** Whom it is about. */
  user_id: number | null;
  /** Who did it; the operator at the command line is nobody. */
  actor_id: number | null;
  ip: string | null;
  agent: string | null;
  details: string | null;
}

interface SubscriptionsTable {
  user_id: number;
  /** A kind of record, `area`, or `filter`. */
  kind: string;
  object: string;
  frequency: string;
  created_at: string;
}

interface MailingsTable {
  user_id: number;
  code: string;
  created_at: string;
}

interface ApplicationsTable {
  id: number;
  user_id: number;
  type: string;
  text: string;
  record_id: number | null;
  status: string;
  answer: string | null;
  created_at: string;
  updated_at: string;
}

interface ApplicationEventsTable {
  application_id: number;
  position: number;
  status: string;
  at: string;
}
