/**
 * Tables of clinical cases. They are no records: nothing that reads `records`, `revisions` or `changes` can ever meet
 * a word of them (rulings G7, B266).
 */
export interface CaseTables {
  cases: CasesTable;
  case_values: CaseValuesTable;
  case_editions: CaseEditionsTable;
  case_files: CaseFilesTable;
  case_consents: CaseConsentsTable;
  case_consent_looks: CaseConsentLooksTable;
  case_remarks: CaseRemarksTable;
  case_events: CaseEventsTable;
  case_reviews: CaseReviewsTable;
  case_answers: CaseAnswersTable;
  case_followers: CaseFollowersTable;
  case_readers: CaseReadersTable;
  case_problems: CaseProblemsTable;
}

interface CasesTable {
  /** Out of the numbers of records, so that no case and no record have the same. */
  id: number;
  /** The author; null when the account is gone (target A-7). */
  user_id: number | null;
  /** 1 when it is invented. */
  demo: number;
  /** State of the author's work. */
  state: string;
  version: number;
  /** 1 while readers see the edition in `shown`. */
  published: number;
  edition: number;
  /** How often it has been sent for review. */
  round: number;
  title: string;
  /** JSON: what the author works on. */
  data: string;
  /** JSON: the last edition that readers saw; null before the first. */
  shown: string | null;
  /** Why it was declined or taken down. */
  reason: string;
  question_outcome: string;
  question_answer: number | null;
  question_closed_at: string | null;
  submitted_at: string | null;
  published_at: string | null;
  revised_at: string | null;
  created_at: string;
  updated_at: string;
  /** Number of the latest change that readers could see, out of those of the catalogue: the search follows it. */
  changed_seq: number | null;
}

/** What published cases are narrowed by. */
interface CaseValuesTable {
  case_id: number;
  field: string;
  value: string;
}

interface CaseEditionsTable {
  case_id: number;
  edition: number;
  data: string;
  editor_id: number | null;
  published_at: string;
}

/** Files of cases; they outlive the account of their author, `uploads` does not. */
interface CaseFilesTable {
  id: number;
  case_id: number;
  upload_id: number | null;
  role: string;
  /** The random name under which the bytes lie. */
  file: string;
  name: string;
  type: string;
  size: number;
  width: number;
  height: number;
  created_at: string;
}

/** That a patient's consent was there, when the paper itself is gone. */
interface CaseConsentsTable {
  /** The number that the file had in `case_files`. */
  file_id: number;
  case_id: number | null;
  sha256: string;
  received_at: string;
  removed_at: string | null;
}

interface CaseConsentLooksTable {
  id: number;
  file_id: number;
  /** The round of the review in which it was opened. */
  round: number;
  editor_id: number | null;
  at: string;
}

interface CaseRemarksTable {
  id: number;
  case_id: number;
  editor_id: number | null;
  round: number;
  field: string;
  text: string;
  created_at: string;
  resolved_at: string | null;
}

interface CaseEventsTable {
  id: number;
  case_id: number;
  actor_id: number | null;
  at: string;
  deed: string;
  /** `author` or `editor`. */
  side: string;
  text: string;
}

interface CaseReviewsTable {
  id: number;
  case_id: number;
  editor_id: number | null;
  version: number;
  decision: string;
  /** JSON: the points of the checklist that were ticked. */
  checks: string;
  reason: string;
  at: string;
}

interface CaseAnswersTable {
  id: number;
  case_id: number;
  user_id: number | null;
  opinion: string;
  next_steps: string;
  experience: string;
  created_at: string;
}

interface CaseFollowersTable {
  case_id: number;
  user_id: number;
  created_at: string;
}

/** A doctor is here once, from the first time on. */
interface CaseReadersTable {
  case_id: number;
  user_id: number;
  created_at: string;
}

interface CaseProblemsTable {
  id: number;
  case_id: number;
  user_id: number | null;
  text: string;
  state: string;
  created_at: string;
}
