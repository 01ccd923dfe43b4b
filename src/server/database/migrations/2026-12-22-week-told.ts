import { step } from './step.ts';

/** The Monday until which a doctor has been told of cases and questions. */
export const weekTold = step('alter table users add column week_told text;');
