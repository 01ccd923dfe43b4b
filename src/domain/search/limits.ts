/** Ruling G26: shorter queries find nothing, longer ones are refused. */
export const shortestQuery = 2;
export const maxQueryLength = 100;
/** Results of each kind in the fast search. */
export const resultsOfKind = 5;
/** Lines of an answer that is not sure: more would look like a list of what was asked for. */
export const maxUnsure = 5;
