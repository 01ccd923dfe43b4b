import type { linksContract } from '#contract/links.ts';
import type { Handlers } from '../request/caller.ts';
import { listBrokenLinks, recheckLink } from './list.ts';

export const linkHandlers: Handlers<keyof typeof linksContract> = {
  'GET /api/editors/links': (caller, { query }) => listBrokenLinks(caller, query),
  'POST /api/editors/links': (caller, { input }) => recheckLink(input.url, caller),
};
