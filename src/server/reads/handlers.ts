import type { readsContract } from '#contract/reads.ts';
import type { Handlers } from '../request/caller.ts';
import { listReadPages, readOverview, readsAsCsv, readsOfRecord } from './sums.ts';

export const readsHandlers: Handlers<keyof typeof readsContract> = {
  'GET /api/editors/reads': (caller, { query }) => readOverview(caller, Number(query.days)),
  'GET /api/editors/reads/pages': (caller, { query }) => listReadPages(caller, query),
  'GET /api/editors/reads.csv': (caller, { query }) => readsAsCsv(caller, query.days),
  'GET /api/editors/records/{id}/reads': (caller, { path }) => readsOfRecord(caller, path.id),
};
