import { headOf, type Head } from '../audit/heads.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Timetable } from '../base/every.ts';
import type { Context } from '../request/context.ts';
import { sendAlerts, type AlertLog } from './alerts.ts';
import { collectAlerts, createAlertWatch } from './collect.ts';

/** Problems are reported within a minute. */
const checkIntervalSeconds = 15;
/** A pause after every 250 rows; 100,000 rows take less than a minute. */
const walk = { rest: 100 };

/** Starts checks and audit verification, after the site is up. */
export function startAlertChecks(context: Context, { every }: Timetable, alerts: AlertLog): void {
  const watch = createAlertWatch(context.now());
  let head: Head | undefined;
  const look = async () => await sendAlerts(context, await collectAlerts(context, watch), alerts);
  const check = async () => {
    const { kysely, auditKeys: keys } = context.database;
    // Kept in memory: what this process has seen cannot be removed unnoticed.
    const present = await headOf(kysely);
    watch.chain = await verifyAudit(kysely, { keys, heads: head ? [head] : [], ...walk });
    if (watch.chain.problems.length === 0)
      head = present && { ...present, from: 'при прошлой проверке этим сервером' };
  };
  every(checkIntervalSeconds, 'the portal could not look after itself', look, 5);
  every(checkIntervalSeconds, 'the audit could not be walked over', check, checkIntervalSeconds);
}
