import type { reportContract } from '#contract/reports.ts';
import type { Handlers } from '../request/caller.ts';
import { decideReport, listReports, report } from './reports.ts';

export const reportHandlers: Handlers<keyof typeof reportContract> = {
  'POST /api/reports': (caller, { input }) => report(caller, input),
  'GET /api/editors/reports': (caller, { query }) => listReports(caller.db, query),
  'POST /api/editors/reports/{id}': (caller, { path, input }) => decideReport(caller, path.id, input),
};
