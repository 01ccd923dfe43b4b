import { isSignRecords } from '#domain/signs/records.ts';
import { isPage } from './release.ts';

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
  if (isOpenData(address)) return isPartOfOpenData(address) ? 5 : 6;
  if (!isPage(address)) return /\/\d+\.\w+$/.test(address) ? 3 : 5;
  return isDetail(address) ? 2 : 4;
}

/** Whether it is a record's page, and not a further page of a list. */
const isDetail = (address: string): boolean => /\/\d+\/$/.test(address) && !/\/page\/\d+\/$/.test(address);

const isOpenData = (address: string) => address.startsWith('/open-data/') && !address.endsWith('/');
/** What tells the digests of the parts follows them. */
const isPartOfOpenData = (address: string) => /-\d+\.\w+$/.test(address);

const portionSize = 40;

/**
 * Addresses in portions for the rendering threads. The open data are for one thread alone: each of these files needs what
 * another one has read.
 */
export function inPortions(addresses: readonly string[]): { ofOneThread: string[][]; shared: string[][] } {
  const openData = addresses.filter(isOpenData);
  return {
    ofOneThread: chunksOf(inOrder(openData, () => false)),
    shared: chunksOf(addresses.filter((address) => !isOpenData(address))),
  };
}

const chunksOf = (addresses: readonly string[]) =>
  Array.from({ length: Math.ceil(addresses.length / portionSize) }, (_, at) =>
    addresses.slice(at * portionSize, (at + 1) * portionSize),
  );

interface Route {
  route: string;
  addresses: readonly string[];
}

/** Pages required before opening: 404, home, and the dialogs that outlive a release. */
export function firstPages(routes: readonly Route[]): string[] {
  const dialogs = routes.find(({ route }) => route.startsWith('/dialogs/'));
  return ['/404/', '/', ...(dialogs?.addresses ?? [])];
}

/**
 * Rendering order of an open site: one page a route, so that the policy knows its inline code, then lists,
 * records by age (the catalogue's own before imported ones), and machine files last.
 */
export function byReads(routes: readonly Route[]): string[] {
  const first = new Set(
    routes.flatMap(({ addresses }) => addresses.filter((address) => isPage(address)).slice(0, 1)),
  );
  const ranked = routes
    .flatMap(({ addresses }) => addresses)
    .map((address) => ({
      address,
      rank: first.has(address) ? 0 : readRankOf(address),
      id: Number(/\/(\d+)\//.exec(address)?.[1] ?? 0),
    }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.id - b.id || (a.address < b.address ? -1 : 1))
    .map(({ address }) => address);
}

function readRankOf(address: string): number {
  if (isDeferred(address)) return 5;
  if (isPage(address)) return isDetail(address) ? 3 : 1;
  // Search files are read by everyone who searches.
  return address.startsWith('/search/') ? 2 : 4;
}

/**
 * Large machine files: exports, the browser's search index, which the server complements, and the aid. They
 * follow in a pause of editing, so that one title does not rewrite a thousand records at once.
 */
export const isDeferred = (address: string): boolean => isOpenData(address) || isReadByAll(address);

/** Files of search and aid: their users load them whole. */
const isReadByAll = (address: string): boolean =>
  address.startsWith('/search/names') || isSignRecords(address);

/** Whether a compressed variant stands beside the file; the server compresses any other on request. */
export const hasVariant = isReadByAll;
