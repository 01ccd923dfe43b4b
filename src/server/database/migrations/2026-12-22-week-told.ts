import { step } from './step.ts';

/** The last Monday for which a doctor got the weekly cases. */
export const weekTold = step('alter table users add column week_told text;');
