import { step } from './step.ts';

/** Frequency before an unsubscribe link, for restoring. */
export const pausedNotices = step(`
  alter table notification_choices add column paused_from text;
`);
