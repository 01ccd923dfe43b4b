import { step } from './step.ts';

/** Whether texts refer to documents by published address (`files/renew.ts`). */
export const documentsRenewed = step(`
  insert into meta (name, value) values ('files renewed', 0);
`);
