import { catalogueCalls, type CatalogueContract, type ListQuery } from '#contract/catalogue.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Context } from '../context.ts';
import { getRecord } from './detail.ts';
import { listCalendar, listCsv, listFeed } from './files.ts';
import { filterRecords, listRecords } from './list.ts';

/** Answers to the calls that every kind has; the kind is all that tells them apart. */
export function catalogueHandlers({ database, settings }: Context): Handlers<keyof CatalogueContract> {
  const db = database.kysely;
  const handlers = catalogueCalls.map(({ name, role, kind }) => {
    const handler = {
      list: ({ query }: { query: ListQuery }) => listRecords(db, kind, query),
      filter: ({ query }: { query: ListQuery }) => filterRecords(db, kind, query),
      csv: ({ query }: { query: ListQuery }) => listCsv(db, kind, query, settings.SITE_URL),
      feed: ({ query }: { query: ListQuery }) => listFeed(db, kind, query, settings.SITE_URL),
      calendar: ({ query }: { query: ListQuery }) => listCalendar(db, kind, query, settings.SITE_URL),
      detail: ({ path }: { path: { id: number } | { code: string } }) => getRecord(db, kind, path),
    }[role];
    return [name, handler] as const;
  });
  // The contract makes the same names out of the same list of kinds.
  return Object.fromEntries(handlers) as unknown as Handlers<keyof CatalogueContract>;
}
