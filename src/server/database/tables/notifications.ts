import { person, plain } from './column.ts';

/** What people are told of, each by the bell and, as they choose, by letter. Rows go with the person. */
export const notificationTables = {
  notifications: {
    id: plain.number,
    user_id: person.number,
    /** A kind of `#domain/notifications.ts`. */
    kind: person.text,
    /** What it is about, where it is about one. */
    record_id: person.number.orNull,
    case_id: person.number.orNull,
    /** JSON: words that belong to the kind (an age band, a browser), never the text of a case. */
    details: person.text,
    at: person.text,
    seen_at: person.text.orNull,
    /** The frequency of the letter that it waits for; `off` when it waits for none (any more). */
    letter: person.text,
  },
  /** How often letters of a kind come, for those who have chosen; the rest have the usual. */
  notification_choices: {
    user_id: person.number,
    kind: person.text,
    frequency: person.text,
    /** How often they came before a link of a letter ended them; empty: as often as usual, nothing was chosen. */
    paused_from: person.text.orNull,
    /** `notice`: the link of this kind ended them; `digest`: that of all letters that are gathered. */
    paused_by: plain.text.orNull,
  },
};
