import { isSignRecords } from '#domain/signs/records.ts';
import { fileOf } from './release.ts';

/**
 * Order of updates: pictures and new pages first, so that no link is broken; then records before pages that
 * mention them, details before lists, and machine files last.
 */
export function inOrder(...of: Parameters<typeof inStages>): string[] {
  return inStages(...of).flat();
}

/** The same in groups: files of a later group link to those of earlier ones. */
export function inStages(
  addresses: readonly string[],
  isNew: (address: string) => boolean,
  isOwn: (address: string) => boolean = () => false,
): string[][] {
  const ranked = addresses.map((address) => ({
    address,
    rank: address.startsWith('/media/') ? -1 : isNew(address) ? 0 : isOwn(address) ? 1 : rankOf(address),
  }));
  const stages = Object.groupBy(ranked, ({ rank }) => rank + 1);
  return Object.values(stages).map((stage) => stage!.map(({ address }) => address).toSorted());
}

function rankOf(address: string): number {
  // Of the open data, what tells the digests of the parts follows them.
  if (/^\/open-data\/(?!.*-\d+\.)./.test(address) && !address.endsWith('/')) return 6;
  if (!fileOf(address).endsWith('.html')) return /\/\d+\.\w+$/.test(address) ? 3 : 5;
  return isDetail(address) ? 2 : 4;
}

/** Whether it is a record's page, and not a further page of a list. */
export const isDetail = (address: string): boolean =>
  /\/\d+\/$/.test(address) && !/\/page\/\d+\/$/.test(address);

/**
 * Large machine files: exports, the browser's search index, which the server complements, and the aid. They
 * follow in a pause of editing, so that one title does not rewrite a thousand records at once.
 */
export const isDeferred = (address: string): boolean =>
  (address.startsWith('/open-data/') && !address.endsWith('/')) ||
  address.startsWith('/search/names') ||
  isSignRecords(address);

/** Whether a compressed variant stands beside the file; the server compresses any other on request. */
export const hasVariant = (address: string): boolean => isDeferred(address) && !address.endsWith('.gz');
