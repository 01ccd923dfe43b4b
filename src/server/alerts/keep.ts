import { headOf, type Head } from '../audit/heads.ts';
import { verifyChain } from '../audit/verify.ts';
import type { Timetable } from '../base/every.ts';
import type { Context } from '../request/context.ts';
import { tellAlerts, type AlertLog } from './alerts.ts';
import { lookAround, newWatch } from './look.ts';

/** Seconds between looks: whatever is wrong is told within a minute. */
const round = 15;
/** A walk over the chain rests after every 250 rows; 100,000 take less than a minute. */
const walk = { rest: 100 };

/** Looks around, and walks over the audit. Whoever starts the server wants to see the site first. */
export function keepWatch(context: Context, { every }: Timetable, alerts: AlertLog): void {
  const watch = newWatch(context.now());
  let head: Head | undefined;
  const look = async () => await tellAlerts(context, await lookAround(context, watch), alerts);
  const check = async () => {
    const { kysely, auditKeys: keys } = context.database;
    // What this process has seen itself nobody takes back unseen.
    const present = await headOf(kysely);
    watch.chain = await verifyChain(kysely, { keys, heads: head ? [head] : [], ...walk });
    if (watch.chain.problems.length === 0)
      head = present && { ...present, from: 'при прошлой проверке этим сервером' };
  };
  every(round, 'the portal could not look after itself', look, 5);
  every(round, 'the audit could not be walked over', check, round);
}
