import { step } from './step.ts';

/** Whether texts name documents as they are published (`files/renew.ts`): not yet. */
export const documentsRenewed = step(`
  insert into meta (name, value) values ('files renewed', 0);
`);
