import { useQuery } from '../../lib/useQuery.ts';

/** The path of the case in the address /cases/17/. */
export const casePath = () => ({ id: Number(/^\/cases\/(\d{1,9})\/$/.exec(location.pathname)?.[1] ?? 0) });

/** The published case that the page shows, one for all its parts. */
export const usePublishedCase = () => useQuery('GET /api/cases/{id}', { path: casePath() });
