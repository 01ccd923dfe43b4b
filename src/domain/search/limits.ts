/** Ruling G26: shorter queries find nothing, longer ones are rejected. */
export const shortestQuery = 2;
export const maxQueryLength = 100;
export const resultsOfKind = 5;
/** Results of an uncertain answer: more would look like a real list. */
export const maxUnsure = 5;
