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
  /** Chosen frequencies of letters by kind; others have the default. */
  notification_choices: {
    user_id: person.number,
    kind: person.text,
    frequency: person.text,
    /** Frequency before an unsubscribe link; empty: the default. */
    paused_from: person.text.orNull,
    /** Link that unsubscribed: `notice` of this kind, `digest` of all digests. */
    paused_by: plain.text.orNull,
  },
};
