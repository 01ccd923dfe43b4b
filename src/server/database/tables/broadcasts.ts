import { person, plain } from './column.ts';

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
