import { headOf, type Head } from '../audit/heads.ts';
import { verifyChain } from '../audit/verify.ts';
import type { Context } from '../request/context.ts';
import { tellAlerts, type AlertLog } from './alerts.ts';
import { lookAround, newWatch } from './look.ts';

/** Milliseconds between looks: whatever is wrong is told within a minute. */
const round = 15_000;
/** A walk over the chain rests after every 250 rows; 100,000 take less than a minute. */
const walk = { rest: 100 };

/** Looks around, and walks over the audit, until told to stop. */
export function keepWatch(
  context: Context,
  { alerts, warn }: { alerts: AlertLog; warn: (error: unknown, message: string) => void },
): () => Promise<void> {
  const watch = newWatch(context.now());
  let isStopped = false;
  let isBusy = false;
  let running: Promise<unknown> = Promise.resolve();
  let head: Head | undefined;

  const look = () => {
    if (isBusy || isStopped) return;
    isBusy = true;
    running = lookAround(context, watch)
      .then((findings) => tellAlerts(context, findings, alerts))
      .catch((error: unknown) => warn(error, 'the portal could not look after itself'))
      .finally(() => {
        isBusy = false;
      });
  };

  const check = async () => {
    const { kysely, auditKeys: keys } = context.database;
    // What this process has seen itself nobody takes back unseen.
    const present = await headOf(kysely);
    watch.chain = await verifyChain(kysely, { keys, heads: head ? [head] : [], ...walk });
    if (watch.chain.problems.length === 0)
      head = present && { ...present, from: 'при прошлой проверке этим сервером' };
  };
  const keepChecking = async () => {
    await check().catch((error: unknown) => {
      if (!isStopped) warn(error, 'the audit could not be walked over');
    });
    if (!isStopped) walking = setTimeout(() => void keepChecking(), round).unref();
  };

  // Whoever starts the server wants to see the site first.
  let walking = setTimeout(() => void keepChecking(), round).unref();
  const first = setTimeout(look, 5000).unref();
  const timer = setInterval(look, round).unref();
  return async () => {
    isStopped = true;
    clearTimeout(walking);
    clearTimeout(first);
    clearInterval(timer);
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
  };
}
