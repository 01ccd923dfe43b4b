import {
  catalogueCalls,
  type CatalogueContract,
  type DrawnQuery,
  type ListQuery,
} from '#contract/catalogue.ts';
import type { FileAnswer } from '#contract/call.ts';
import type { HandlerRequest, Caller, Handlers } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import { getRecord } from './detail.ts';
import { listCalendar, listCsv, listFeed } from './files.ts';
import { filterRecords, listRecords } from './list.ts';
import type { NarrowedLists } from './page.ts';
import { cacheUntilChange } from './version.ts';

export function catalogueHandlers(context: Context, lists: NarrowedLists): Handlers<keyof CatalogueContract> {
  const { database, db } = context;
  const cached = cacheUntilChange<FileAnswer>(database, {
    maxSize: 32 * 2 ** 20,
    sizeCalculation: ({ body }) => (body instanceof Uint8Array ? body.length : 0) || 1,
  });
  // One at a time: exports pause for other requests, not for each other.
  const semaphore = makeSemaphore({ width: 1, maxQueue: 16 });
  const handlers = catalogueCalls.map(({ name, role, kind }) => {
    const exported =
      (list: typeof listCsv) =>
      (_: Caller, { query }: Pick<HandlerRequest<void, ListQuery>, 'query'>) =>
        cached(`${name} ${JSON.stringify(query)}`, () => semaphore.run(() => list(context, kind, query)));
    const handler = {
      list: (_: Caller, { query }: { query: ListQuery }) => listRecords(context, kind, query),
      filter: (_: Caller, { query }: { query: ListQuery }) => filterRecords(context, kind, query),
      drawn: (_: Caller, { query }: { query: DrawnQuery }) => lists.draw(kind, query),
      csv: exported(listCsv),
      feed: exported(listFeed),
      calendar: exported(listCalendar),
      detail: (_: Caller, { path }: { path: { id: number } | { code: string } }) => getRecord(db, kind, path),
    }[role];
    return [name, handler] as const;
  });
  // The contract derives the same names from the same kinds.
  return Object.fromEntries(handlers) as unknown as Handlers<keyof CatalogueContract>;
}
