import { step } from './step.ts';

/** Heads of the audit are kept outside the database, in the log. */
export const auditHeads = step(`
  drop table audit_heads;
  delete from checks where name = 'audit letter';
`);
