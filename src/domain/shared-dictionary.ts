/**
 * Compression dictionaries (RFC 9842): browsers with the shared content download only the rest of a page. One
 * dictionary for all pages; its name is its SHA-256 in hex.
 */
export const dictionaryFolder = 'dictionaries';

export const dictionaryFile = (hash: string): string => `${hash}.dict`;

export const dictionaryAddress = (hash: string): string => `/${dictionaryFolder}/${dictionaryFile(hash)}`;

export const dictionaryHashIn = (name: string): string | undefined =>
  /^(?:\/dictionaries\/)?([0-9a-f]{64})\.dict$/.exec(name)?.[1];

export const isPersonal = (address: string): boolean => /^\/(profile|cases)\//.test(address);

/** Public pages, which form and use the dictionary. */
export const usesDictionary = (address: string): boolean =>
  address.endsWith('/') && !isPersonal(address) && !address.startsWith('/gone/');

/**
 * The same as a URL pattern for browsers. Not limited to documents: public/sw.js and prefetching request
 * pages without a destination.
 */
export const dictionaryMatch = '/{*/}?';
