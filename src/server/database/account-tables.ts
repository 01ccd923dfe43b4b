/** Tables of the second step of accounts: files, second factors, repeated requests, who has read what of whom. */
export interface AccountTables {
  uploads: UploadsTable;
  application_files: ApplicationFilesTable;
  verifications: VerificationsTable;
  factors: FactorsTable;
  recovery_codes: RecoveryCodesTable;
  repeats: RepeatsTable;
  readings: ReadingsTable;
  founding_links: FoundingLinksTable;
  address_changes: AddressChangesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
}

/** Private files; their bytes lie in DATA_DIR/uploads under a random name. */
interface UploadsTable {
  id: number;
  user_id: number;
  /** What the file belongs to, in one word: `application`, `case`. */
  purpose: string;
  /** The random name under which the bytes lie. */
  file: string;
  /** What its owner called it. */
  name: string;
  type: string;
  size: number;
  sha256: string;
  created_at: string;
}

interface ApplicationFilesTable {
  application_id: number;
  upload_id: number;
}

/** What an application of a doctor for verification has beside the others (ruling G45). */
interface VerificationsTable {
  application_id: number;
  user_id: number;
  /** `email` or `document`. */
  way: string;
  /** The address at work, where the code was sent. */
  email: string | null;
  email_confirmed_at: string | null;
  /** When the doctor was promised a decision. */
  due_at: string;
  decision: string | null;
  decided_at: string | null;
  decided_by: number | null;
}

interface FactorsTable {
  user_id: number;
  /** Sealed with the portal's key; null until the first code has been entered. */
  secret: string | null;
  /** One that is being set up, and takes the place of the other with the first code. */
  pending: string | null;
  confirmed_at: string | null;
  /** The latest half minute whose code was used: neither it nor an earlier one works again. */
  last_step: number | null;
  created_at: string;
}

interface RecoveryCodesTable {
  user_id: number;
  /** HMAC with the portal's key: the codes are short. */
  hash: string;
  used_at: string | null;
}

/** The operator's link for the very first administrator; there is no account behind it. */
interface FoundingLinksTable {
  hash: string;
  created_at: string;
  expires_at: string;
}

/** One wish for another address, with a code for each of the two mailboxes; the next wish takes its place. */
interface AddressChangesTable {
  user_id: number;
  old_hash: string;
  new_hash: string;
  /** The new address. */
  email: string;
  old_confirmed_at: string | null;
  new_confirmed_at: string | null;
  /** When both had agreed. */
  done_at: string | null;
  created_at: string;
  expires_at: string;
}

/** Keys of devices that stand for the code of an application. */
interface PasskeysTable {
  /** As the device names it, base64url. */
  id: string;
  user_id: number;
  /** COSE, base64url. */
  public_key: string;
  /** How often the device has signed, in digits: up to 32 bits; 0 where it does not count. */
  counter: string;
  /** How the device is reached, separated by commas. */
  transports: string;
  /** What its owner calls it. */
  name: string;
  created_at: string;
  used_at: string | null;
}

/** What a device has to sign, once and for a few minutes. */
interface PasskeyChallengesTable {
  /** The browser that asked: SHA-256 of its session's token, or of the cookie of whoever has none. */
  holder: string;
  /** `add`, `show`, `second step` or `sign in`. */
  purpose: string;
  /** Null while nobody knows who signs in. */
  user_id: number | null;
  challenge: string;
  expires_at: string;
}

/** Answers to requests that bore an Idempotency-Key, for a day. */
interface RepeatsTable {
  key: string;
  user_id: number | null;
  /** HMAC of what was sent. */
  body: string;
  /** JSON, sealed with the portal's key. */
  answer: string;
  created_at: string;
}

/** Who has read personal data of others. */
interface ReadingsTable {
  id: number;
  at: string;
  reader_id: number | null;
  /** Whose they are. */
  user_id: number;
  /** Names of the fields, separated by commas. */
  fields: string;
  /** Where they were shown, in one word. */
  place: string;
}
