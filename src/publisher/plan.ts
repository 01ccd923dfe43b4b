import { isSignRecords } from '#domain/signs/records.ts';
import { fileOf } from './release.ts';

/**
 * The order in which changed pages are put into their places: pictures, then new ones, so that no link leads to nowhere; the
 * records' own pages before those that speak of them; details before the lists that sum them up; what machines read
 * after what people read.
 */
export function inOrder(
  addresses: readonly string[],
  isNew: (address: string) => boolean,
  isOwn: (address: string) => boolean = () => false,
): string[] {
  const ranked = addresses.map((address) => ({
    address,
    rank: address.startsWith('/media/') ? -1 : isNew(address) ? 0 : isOwn(address) ? 1 : rankOf(address),
  }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.address < b.address ? -1 : 1))
    .map(({ address }) => address);
}

function rankOf(address: string): number {
  if (!fileOf(address).endsWith('.html')) return /\/\d+\.\w+$/.test(address) ? 3 : 5;
  return isDetail(address) ? 2 : 4;
}

/** Whether it is the page of one record, and not a later page of a list. */
export const isDetail = (address: string): boolean =>
  /\/\d+\/$/.test(address) && !/\/page\/\d+\/$/.test(address);

/**
 * Files for those who carry the whole catalogue away, for the browser's index, beside which the server is asked, too, and
 * for the aid by signs: large, and nobody waits for them. They follow when the editors have paused, so that a changed title does not rewrite a thousand records before the next one is seen.
 */
export const isDeferred = (address: string): boolean =>
  (address.startsWith('/open-data/') && !address.endsWith('/')) ||
  address.startsWith('/search/names') ||
  isSignRecords(address);
