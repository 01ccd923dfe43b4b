import type { Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { CaseTables } from './case-tables.ts';

/** Tables of people and their deeds. Times are ISO text; codes and tokens are kept as SHA-256 only. */
export interface PeopleTables extends AccountTables, CaseTables {
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
  reports: ReportsTable;
  report_consents: ReportConsentsTable;
  policy_reports: PolicyReportsTable;
  told: ToldTable;
  secrets: SecretsTable;
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
  /** The rule under which it was made: the fewest signs it could have had. */
  password_least: Generated<number>;
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
  /** What was wanted before the link of a letter ended it: the frequency, the codes of mailings. */
  paused_frequency: string | null;
  paused_mailings: string | null;
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
  /** `full`, or `code`: the password was right, the second factor is still to come. */
  stage: Generated<string>;
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
  /** The form that it is good for; null for whichever comes first. */
  form: string | null;
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
  /** The token by which letters of this sort are ended; service letters have none. */
  unsubscribe: string | null;
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
  /** The record it is about, where it is about one. */
  record_id: number | null;
  /** Links of the chain (server/audit/chain.ts); a row without salt has been forgotten on its owner's wish. */
  salt: string | null;
  seal: string | null;
  hash: string | null;
  /** The number of the key under which the hash was made; null: the public rule. */
  key: string | null;
}

interface SubscriptionsTable {
  user_id: number;
  /** A kind of record, `area`, or `filter`. */
  kind: string;
  object: string;
  frequency: string;
  /** The last change that the follower has been told of, or that came before the following. */
  told_seq: number;
  paused_from: string | null;
  created_at: string;
}

/** The last change of a record that a person was told of by one subscription: another one must not tell it again. */
interface ToldTable {
  user_id: number;
  record_id: number;
  seq: number;
}

/** Keys that this portal has made for itself. */
interface SecretsTable {
  name: string;
  value: string;
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
  /** The editor who works on it. */
  editor_id: number | null;
  created_at: string;
  updated_at: string;
}

interface ApplicationEventsTable {
  application_id: number;
  position: number;
  status: string;
  at: string;
}

/** What readers have found wrong; they need no account. */
interface ReportsTable {
  id: number;
  record_id: number | null;
  field: string | null;
  text: string;
  /** Where to answer; forgotten some time after the answer. */
  email: string | null;
  email_key: string | null;
  status: string;
  answer: string | null;
  created_at: string;
  updated_at: string;
}

/** The consent to be answered, of somebody who has no account. */
interface ReportConsentsTable {
  report_id: number;
  document: string;
  version: string;
  sha256: string;
  text: string;
  given_at: string;
  /** Emptied when the address is forgotten. */
  ip: string;
  agent: string;
}

/** What browsers have kept from running on our pages: counted, by whom nobody knows. */
interface PolicyReportsTable {
  /** `script-src-elem` */
  directive: string;
  /** Another site, a word such as `inline`, or the path of a file of ours. */
  blocked: string;
  /** The first part of the page's address: `/deseases/`. */
  section: string;
  count: number;
  first_at: string;
  last_at: string;
}
