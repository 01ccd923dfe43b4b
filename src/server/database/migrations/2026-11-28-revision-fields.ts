import { step } from './step.ts';

/** Revisions learn which fields they changed: histories are told without comparing whole records. */
export const revisionFields = step(`
  alter table revisions add column fields text;
`);
