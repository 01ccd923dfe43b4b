import { PageError } from '#domain/page-error.ts';
import type { PageFacts } from '#domain/page-facts.ts';
import type { Context } from '../context.ts';
import { makeLane } from '../http/lane.ts';
import { Refusal } from '../refusal.ts';

/** The compiled site, which draws a page for one request; handed in by whoever publishes. */
export interface PageRenderer {
  /** The HTML of the page at this address; nothing while the site is not compiled. An error of 503 passes by itself. */
  render(address: string, facts: PageFacts): Promise<string | undefined>;
}

/** Pages that are drawn for single requests: a few at a time, on a thread that holds up nobody else. */
export interface DrawnPages {
  /**
   * The page with these facts, or with those that are found when its turn has come; nothing where the site is not compiled.
   * Throws a `PageError` that its reader may see.
   */
  draw(address: string, facts: PageFacts | (() => Promise<PageFacts>)): Promise<string | undefined>;
}

export function drawnPages(context: Pick<Context, 'renderer'>): DrawnPages {
  // While one is drawn the next is on its way to the thread.
  const lane = makeLane({ width: 2, longest: 256, patience: 10_000 });
  return {
    async draw(address, facts) {
      const { renderer } = context;
      if (!renderer) return undefined;
      try {
        return await lane.run(async () =>
          renderer.render(address, typeof facts === 'function' ? await facts() : facts),
        );
      } catch (error) {
        if (error instanceof Refusal) throw new PageError(error.message, error.status);
        if ((error as { statusCode?: number }).statusCode === 503) throw new PageError(away, 503);
        throw error;
      }
    },
  };
}

const away = 'Страница сейчас не строится. Обновите её через несколько секунд';
