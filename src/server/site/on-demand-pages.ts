import { PageError } from '#domain/page-error.ts';
import type { RenderRequest } from '#domain/render-request.ts';
import type { Context, MissingPage } from '../request/context.ts';

/** On-demand pages: a few at a time, on a separate thread. */
export interface OnDemandPages {
  /**
   * Renders a page; facts may be computed when its turn comes. Undefined while the site is not compiled.
   * Throws a public `PageError`.
   */
  render(address: string, facts: RenderRequest | (() => Promise<RenderRequest>)): Promise<string | undefined>;
  /** Whether an open site has this page unrendered; 503 while unknown. */
  isMissing(address: string): boolean;
  renderMissing(address: string): Promise<MissingPage>;
}

export function onDemandPages(context: Pick<Context, 'renderer' | 'semaphores'>): OnDemandPages {
  async function inTurn<Page>(work: () => Promise<Page>): Promise<Page> {
    try {
      return await context.semaphores.render.run(work);
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 503) throw new PageError(away, 503);
      throw error;
    }
  }
  return {
    async render(address, facts) {
      const { renderer } = context;
      if (!renderer) return undefined;
      return await inTurn(async () =>
        renderer.render(address, typeof facts === 'function' ? await facts() : facts),
      );
    },
    isMissing(address) {
      const { renderer } = context;
      if (!renderer) throw new PageError(away, 503);
      return renderer.has(address);
    },
    async renderMissing(address) {
      const page = await inTurn(async () => context.renderer?.renderFile(address));
      if (!page) throw new PageError(away, 503);
      return page;
    },
  };
}

const away = 'Страница сейчас не строится. Обновите её через несколько секунд';
