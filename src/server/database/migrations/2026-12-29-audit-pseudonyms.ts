import { step } from './step.ts';

/** Who acted on data of others before the account was erased. */
export const auditPseudonyms = step(`
  alter table audit add column pseudonym text;
  create index audit_pseudonym on audit (pseudonym);
`);
