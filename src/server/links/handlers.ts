import type { linksContract } from '#contract/links.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../request/caller.ts';
import { listBrokenLinks, recheckLink } from './list.ts';

/** Answers to the calls about links that lead out of the portal. */
export function linkHandlers(context: Context): Handlers<keyof typeof linksContract> {
  return {
    'GET /api/editors/links': ({ query }) => listBrokenLinks(context, query),
    'POST /api/editors/links': ({ input }) => recheckLink(input.url, context),
  };
}
