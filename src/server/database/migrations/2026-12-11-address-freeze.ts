import { step } from './step.ts';

/** End of the owner's block on address changes. */
export const addressFreeze = step(`
  alter table users add column address_frozen_until text;
`);
