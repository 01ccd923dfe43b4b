import { step } from './step.ts';

/** All recent codes of an authenticator, not only the last: after a clock set back others are still unused. */
export const usedCodes = step(`
  alter table factors add column used_steps text;
  update factors set used_steps = '[' || last_step || ']' where last_step is not null;
  alter table factors drop column last_step;
`);
