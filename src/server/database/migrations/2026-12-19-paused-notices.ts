import { step } from './step.ts';

/** How often letters of a kind came before a link of a letter ended them: taken back, they come so again. */
export const pausedNotices = step(`
  alter table notification_choices add column paused_from text;
`);
