import { person, plain } from './column.ts';

/**
 * Tables of clinical cases. They are not records: nothing that reads `records`, `revisions` or `changes`
 * contains them (rulings G7, B266).
 */
export const caseTables = {
  /** Cases outlive their author, without the author's name. */
  cases: {
    /** From the numbers of records, so that cases and records never coincide. */
    id: person.number,
    /** Author; null after erasure (target A-7). */
    user_id: person.number.orNull,
    /** 1: invented. */
    demo: person.number,
    state: person.text,
    version: person.number,
    /** 1: readers see `shown`. */
    published: person.number,
    edition: person.number,
    round: person.number,
    title: person.text,
    /** JSON: the draft. */
    data: person.text,
    /** JSON: the last published edition; null before the first. */
    shown: person.text.orNull,
    /** JSON: the last returned text, until the next publication; null otherwise. */
    returned: person.text.orNull,
    /** Why it was declined or archived. */
    reason: person.text,
    question_outcome: person.text,
    question_answer: person.number.orNull,
    question_closed_at: person.text.orNull,
    /** First publication of the question. */
    question_asked_at: person.text.orNull,
    /** JSON: notified colleagues by circle (domain/question-term), `null` if unknown; NULL before any. */
    question_circles: person.text.orNull,
    submitted_at: person.text.orNull,
    published_at: person.text.orNull,
    revised_at: person.text.orNull,
    created_at: person.text,
    updated_at: person.text,
    /** Number of the latest public change in the catalogue's sequence, which the search follows. */
    changed_seq: plain.number.orNull,
  },
  /** Facets of published cases. */
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
  /** Files of cases; unlike `uploads` they outlive their author. */
  case_files: {
    id: plain.number,
    case_id: plain.number,
    upload_id: plain.number.orNull,
    role: plain.text,
    /** Random file name. */
    file: plain.text,
    name: plain.text,
    type: plain.text,
    size: plain.number,
    width: plain.number,
    height: plain.number,
    created_at: plain.text,
  },
  /** Records of consents, which outlive the file. */
  case_consents: {
    file_id: plain.number,
    case_id: plain.number.orNull,
    sha256: plain.text,
    received_at: plain.text,
    removed_at: plain.text.orNull,
  },
  case_consent_looks: {
    id: plain.number,
    file_id: plain.number,
    /** Review round in which it was added. */
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
    /** The author's reply; may be empty. */
    answer: plain.text.generated,
  },
  case_events: {
    id: plain.number,
    case_id: plain.number,
    actor_id: person.number.orNull,
    at: plain.text,
    action: plain.text,
    side: plain.text,
    text: plain.text,
  },
  case_reviews: {
    id: plain.number,
    case_id: plain.number,
    editor_id: person.number.orNull,
    version: plain.number,
    decision: plain.text,
    /** JSON: confirmed points of the checklist. */
    checks: plain.text,
    reason: plain.text,
    at: plain.text,
  },
  /** Comments of colleagues and author under a published case. */
  case_answers: {
    id: person.number,
    case_id: person.number,
    user_id: person.number.orNull,
    opinion: person.text,
    next_steps: person.text,
    /** Empty for replies and remarks. */
    experience: person.text,
    created_at: person.text,
    /** Parent comment; replies have no replies. */
    parent_id: person.number.orNull,
    edited_at: person.text.orNull,
    /** `author` or `editor` if the text was removed and only replies hold its place; otherwise empty. */
    removed_by: person.text.generated,
  },
  /** Earlier texts of a comment, and until when. */
  case_answer_editions: {
    answer_id: plain.number,
    at: plain.text,
    opinion: plain.text,
    next_steps: plain.text,
  },
  /** «Согласен»: unique for doctor and comment. */
  case_agreements: {
    answer_id: person.number,
    user_id: person.number,
    created_at: person.text,
  },
  /** A case in a reader's private list; it outlives a deleted case for its note. */
  saved_cases: {
    user_id: person.number,
    case_id: person.number,
    /** Empty without a folder. */
    folder: person.text,
    /** May be empty. */
    note: person.text,
    /** 1: the reader is notified of news. */
    following: person.number,
    created_at: person.text,
  },
  /** Unique for each doctor, with the first time. */
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
    /** The reported comment; null for the case. */
    answer_id: person.number.orNull,
  },
};
