import { step } from './step.ts';

/** Queries of too few networks wait in memory. */
export const searchHints = step('drop table search_hints');
