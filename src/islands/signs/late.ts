/** Stands between the page and the island: the list of the files that the island needs weighs nothing before it is wanted. */
export const loadStart = () => import('./start.tsx');
