import { step } from './step.ts';

/** Patients and their families register with an address alone; on the wire they are of the type `patient` (ruling G4). */
export const family = step(`
  alter table users add column is_family integer default 0 not null;
`);
