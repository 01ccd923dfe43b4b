import { checkAuditDaily } from '../audit/check.ts';
import type { Context } from '../request/context.ts';
import { checkLinks, gatherLinks } from './check.ts';

const gathering = 6 * 3_600_000;

/** Daily verification of the audit log, and of external links where enabled. */
export function dailyChecks(context: Context): (stopping: AbortSignal) => Promise<void> {
  let gatheredAt = 0;
  return async (signal) => {
    await checkAuditDaily(context);
    if (context.settings.LINKS_CHECK !== 'daily') return;
    if (Date.now() - gatheredAt > gathering) {
      await gatherLinks(context);
      gatheredAt = Date.now();
    }
    await checkLinks({ ...context, signal });
  };
}
