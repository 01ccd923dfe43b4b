import { checkAuditDaily } from '../audit/check.ts';
import { checkLinks, gatherLinks, type LinkChecking } from './check.ts';

const round = 600_000;
const gathering = 6 * 3_600_000;

/** Once a day each: the chain of the audit, and, where it is switched on, the links to other sites. */
export function keepChecked(
  context: LinkChecking,
  log: (error: unknown, message: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let gatheredAt = 0;
  let running: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const run = () => {
    if (isBusy) return;
    isBusy = true;
    running = (async () => {
      await checkAuditDaily(context);
      if (context.settings.LINKS_CHECK !== 'daily') return;
      if (Date.now() - gatheredAt > gathering) {
        await gatherLinks(context);
        gatheredAt = Date.now();
      }
      await checkLinks({ ...context, signal: stopping.signal });
    })()
      .catch((error: unknown) => log(error, 'the daily checks could not be made'))
      .finally(() => {
        isBusy = false;
      });
  };
  // Whoever starts the server wants to see the site first.
  const first = setTimeout(run, 60_000);
  const timer = setInterval(run, round);
  first.unref();
  timer.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stopping.abort();
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
  };
}
