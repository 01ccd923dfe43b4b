import { step } from './step.ts';

/** Which link ended letters of a kind: its own or the one of all that is gathered; either brings back what it ended. */
export const pausedBy = step('alter table notification_choices add column paused_by text;');
