import { person, plain } from './column.ts';

/** Mailings as editors write and send them. */
export const broadcastTables = {
  broadcasts: {
    id: plain.number,
    /** A code of `mailings` of #domain/subscriptions.ts. */
    mailing: plain.text,
    subject: plain.text,
    /** A text with a shape, as records have it. */
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
  /** Whose letter has been laid out: nobody gets a second one. */
  broadcast_letters: {
    broadcast_id: plain.number,
    user_id: person.number,
    letter_id: plain.number,
  },
};
