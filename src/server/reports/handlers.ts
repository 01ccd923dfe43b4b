import type { reportContract } from '#contract/reports.ts';
import type { Handlers } from '../request/caller.ts';
import { decideReport, listReports, report } from './reports.ts';

export const reportHandlers: Handlers<keyof typeof reportContract> = {
  'POST /api/reports': report,
  'GET /api/editors/reports': listReports,
  'POST /api/editors/reports/{id}': decideReport,
};
