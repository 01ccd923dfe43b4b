import { step } from './step.ts';

/** Revisions store their changed fields, so that histories need no comparison. */
export const revisionFields = step(`
  alter table revisions add column fields text;
`);
