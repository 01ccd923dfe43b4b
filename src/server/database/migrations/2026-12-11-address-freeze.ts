import { step } from './step.ts';

/** Until when the owner of the mailbox has stopped every change of the address. */
export const addressFreeze = step(`
  alter table users add column address_frozen_until text;
`);
