import { person, plain } from './column.ts';

/**
 * Tables of clinical cases. They are no records: nothing that reads `records`, `revisions` or `changes` can ever meet
 * a word of them (rulings G7, B266).
 */
export const caseTables = {
  /** They stay when their author goes; what names the author does not. */
  cases: {
    /** Out of the numbers of records, so that no case and no record have the same. */
    id: person.number,
    /** The author; null when the account is gone (target A-7). */
    user_id: person.number.orNull,
    /** 1 when it is invented. */
    demo: person.number,
    /** State of the author's work. */
    state: person.text,
    version: person.number,
    /** 1 while readers see the edition in `shown`. */
    published: person.number,
    edition: person.number,
    /** How often it has been sent for review. */
    round: person.number,
    title: person.text,
    /** JSON: what the author works on. */
    data: person.text,
    /** JSON: the last edition that readers saw; null before the first. */
    shown: person.text.orNull,
    /** JSON: what editors last gave back with remarks, until the next edition is out; null when there is none. */
    returned: person.text.orNull,
    /** Why it was declined or taken down. */
    reason: person.text,
    question_outcome: person.text,
    question_answer: person.number.orNull,
    question_closed_at: person.text.orNull,
    /** When readers first saw the question. */
    question_asked_at: person.text.orNull,
    /** JSON: how many were asked of each circle (domain/question-term), `null` where it is not known; NULL while nobody was. */
    question_circles: person.text.orNull,
    submitted_at: person.text.orNull,
    published_at: person.text.orNull,
    revised_at: person.text.orNull,
    created_at: person.text,
    updated_at: person.text,
    /** Number of the latest change that readers could see, out of those of the catalogue: the search follows it. */
    changed_seq: plain.number.orNull,
  },
  /** What published cases are narrowed by. */
  case_values: {
    case_id: plain.number,
    field: plain.text,
    value: plain.text,
  },
  case_editions: {
    case_id: plain.number,
    edition: plain.number,
    data: plain.text,
    editor_id: person.number.orNull,
    published_at: plain.text,
  },
  /** Files of cases; they outlive the account of their author, `uploads` does not. */
  case_files: {
    id: plain.number,
    case_id: plain.number,
    upload_id: plain.number.orNull,
    role: plain.text,
    /** The random name under which the bytes lie. */
    file: plain.text,
    name: plain.text,
    type: plain.text,
    size: plain.number,
    width: plain.number,
    height: plain.number,
    created_at: plain.text,
  },
  /** That a patient's consent was there, when the paper itself is gone. */
  case_consents: {
    /** The number that the file had in `case_files`. */
    file_id: plain.number,
    case_id: plain.number.orNull,
    sha256: plain.text,
    received_at: plain.text,
    removed_at: plain.text.orNull,
  },
  case_consent_looks: {
    id: plain.number,
    file_id: plain.number,
    /** The round of the review in which it was opened. */
    round: plain.number,
    editor_id: plain.number.orNull,
    at: plain.text,
  },
  case_remarks: {
    id: plain.number,
    case_id: plain.number,
    editor_id: person.number.orNull,
    round: plain.number,
    field: plain.text,
    text: plain.text,
    created_at: plain.text,
    resolved_at: plain.text.orNull,
    /** What the author says to it; may be empty. */
    answer: plain.text.generated,
  },
  case_events: {
    id: plain.number,
    case_id: plain.number,
    actor_id: person.number.orNull,
    at: plain.text,
    action: plain.text,
    /** `author` or `editor`. */
    side: plain.text,
    text: plain.text,
  },
  case_reviews: {
    id: plain.number,
    case_id: plain.number,
    editor_id: person.number.orNull,
    version: plain.number,
    decision: plain.text,
    /** JSON: the points of the checklist that were ticked. */
    checks: plain.text,
    reason: plain.text,
    at: plain.text,
  },
  /** What colleagues and the author write under a published case. */
  case_answers: {
    id: person.number,
    case_id: person.number,
    user_id: person.number.orNull,
    opinion: person.text,
    next_steps: person.text,
    /** Empty where nothing was said of it: replies, remarks without a question. */
    experience: person.text,
    created_at: person.text,
    /** The message that it replies to; a reply has no replies of its own. */
    parent_id: person.number.orNull,
    edited_at: person.text.orNull,
    /** `author` or `editor` where its words are gone and only its replies hold its place; otherwise empty. */
    removed_by: person.text.generated,
  },
  /** What a message said before it was edited, and until when. */
  case_answer_editions: {
    answer_id: plain.number,
    at: plain.text,
    opinion: plain.text,
    next_steps: plain.text,
  },
  /** «Согласен»: a doctor is here once for a message. */
  case_agreements: {
    answer_id: person.number,
    user_id: person.number,
    created_at: person.text,
  },
  case_followers: {
    case_id: person.number,
    user_id: person.number,
    created_at: person.text,
  },
  /** Cases that a doctor keeps together; nobody else sees them. */
  case_collections: {
    id: person.number,
    user_id: person.number,
    title: person.text,
    created_at: person.text,
  },
  /** A case in a collection; it stays when the case goes, for the sake of the note. */
  case_collected: {
    collection_id: person.number,
    case_id: person.number,
    user_id: person.number,
    /** The doctor's own words; may be empty. */
    note: person.text,
    created_at: person.text,
  },
  /** A doctor is here once, from the first time on. */
  case_readers: {
    case_id: person.number,
    user_id: person.number,
    created_at: person.text,
  },
  case_problems: {
    id: person.number,
    case_id: person.number,
    user_id: person.number.orNull,
    text: person.text,
    state: person.text,
    created_at: person.text,
    /** The message that it is about; null when it is about the case. */
    answer_id: person.number.orNull,
  },
};
