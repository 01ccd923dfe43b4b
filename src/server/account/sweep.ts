import type { Context } from '../context.ts';
import { after } from './limits.ts';

const day = 86_400;
const hour = 3_600_000;

/** Forgets what has served its time: nothing personal is kept longer than it is needed. */
export async function sweep({ database, now = () => new Date() }: Context): Promise<void> {
  const daysAgo = (days: number) => after(now(), -days * day).toISOString();
  await database.transaction(async (tx) => {
    await tx.deleteFrom('sessions').where('expires_at', '<=', daysAgo(0)).execute();
    await tx.deleteFrom('captchas').where('expires_at', '<=', daysAgo(0)).execute();
    await tx.deleteFrom('limits').where('since', '<=', daysAgo(1)).where('until', '<=', daysAgo(0)).execute();
    // Used codes are remembered for a while, so that a second click hears «уже подтверждено».
    await tx.deleteFrom('tokens').where('expires_at', '<=', daysAgo(30)).execute();
    await tx.deleteFrom('devices').where('seen_at', '<=', daysAgo(365)).execute();
    await tx
      .deleteFrom('users')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<=', daysAgo(7))
      .execute();
    await tx.deleteFrom('outbox').where('sent_at', '<=', daysAgo(90)).execute();
  });
}

/** Sweeps now and every hour until told to stop. */
export function keepSwept(context: Context, log: (error: unknown, message: string) => void): () => void {
  const run = () => {
    sweep(context).catch((error: unknown) => log(error, 'old rows of people could not be removed'));
  };
  run();
  const timer = setInterval(run, hour);
  timer.unref();
  return () => clearInterval(timer);
}
