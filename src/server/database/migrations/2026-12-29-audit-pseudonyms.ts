import { step } from './step.ts';

/** Pseudonyms of erased actors on others' data. */
export const auditPseudonyms = step(`
  alter table audit add column pseudonym text;
  create index audit_pseudonym on audit (pseudonym);
`);
