import { person, plain } from './column.ts';

/** Notifications by bell and letter. Deleted with the person. */
export const notificationTables = {
  notifications: {
    id: plain.number,
    user_id: person.number,
    /** A kind of `#domain/notifications.ts`. */
    kind: person.text,
    /** Related record, if any. */
    record_id: person.number.orNull,
    case_id: person.number.orNull,
    /** JSON: details by kind (an age band, a browser), never the text of a case. */
    details: person.text,
    at: person.text,
    seen_at: person.text.orNull,
    /** Frequency of the letter it waits for; `off` for none. */
    letter: person.text,
  },
  /** Chosen frequencies of letters by topic; other topics have the usual one. */
  preferences: {
    user_id: person.number,
    /** A kind of notification, `digest`, `disease:12` (a subscription), `mailing:news`. */
    topic: person.text,
    frequency: person.text,
    /** Frequency before an unsubscribe link; empty: the usual one. */
    previous: person.text.orNull,
    created_at: person.text,
    /** Subscriptions: the last change sent, or preceding the subscription. */
    notified_seq: plain.number.orNull,
  },
};

export const broadcastTables = {
  broadcasts: {
    id: plain.number,
    /** A code of `mailings` in #domain/subscriptions.ts. */
    mailing: plain.text,
    subject: plain.text,
    /** Rich text. */
    body: plain.text,
    /** `draft`, `sending`, `stopped`, `sent`. */
    state: plain.text,
    version: plain.number,
    author_id: plain.number.orNull,
    created_at: plain.text,
    updated_at: plain.text,
    started_at: plain.text.orNull,
    ended_at: plain.text.orNull,
  },
  /** Recipients of queued letters, each once. */
  broadcast_letters: {
    broadcast_id: plain.number,
    user_id: person.number,
    letter_id: plain.number,
  },
};
