import { step } from './step.ts';

/** Accounts of patients and families with an address alone; type `patient` in the API (ruling G4). */
export const family = step(`
  alter table users add column is_family integer default 0 not null;
`);
