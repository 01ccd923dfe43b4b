import { step } from './step.ts';

/** Queries without results. */
export const searchMisses = step(`
  create table search_misses (
    query text primary key, count integer not null, last_at text not null
  );
`);
