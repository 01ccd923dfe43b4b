import { step } from './step.ts';

/**
 * Challenges belong to a browser: passkey sign-in has no account yet, and browsers of one person must not
 * interfere. The table was unused.
 */
export const passkeyChallenges = step(`
  drop table passkey_challenges;
  create table passkey_challenges (
    holder text not null, purpose text not null,
    user_id integer references users (id) on delete cascade,
    challenge text not null, expires_at text not null,
    constraint passkey_challenges_key primary key (holder, purpose)
  );
  create index passkey_challenges_user on passkey_challenges (user_id);
`);
