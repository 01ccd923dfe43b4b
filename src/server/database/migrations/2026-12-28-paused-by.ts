import { step } from './step.ts';

/** The link that unsubscribed: of a kind, or of all digests; each restores what it ended. */
export const pausedBy = step('alter table notification_choices add column paused_by text;');
