/**
 * Delivery by shared dictionary (RFC 9842): a browser that holds what our pages have in common gets of the next page only
 * what is its own. One dictionary serves all pages; its name is the SHA-256 of its bytes in hex.
 */
export const dictionaryFolder = 'dictionaries';

export const dictionaryFile = (hash: string): string => `${hash}.dict`;

export const dictionaryAddress = (hash: string): string => `/${dictionaryFolder}/${dictionaryFile(hash)}`;

/** The hash in the name or address of a dictionary. */
export const dictionaryHashIn = (name: string): string | undefined =>
  /^(?:\/dictionaries\/)?([0-9a-f]{64})\.dict$/.exec(name)?.[1];

/** Pages that fill with what one person may see. */
export const isPersonal = (address: string): boolean => /^\/(profile|cases)\//.test(address);

/** Published pages that everybody may read: what a dictionary is made of and used for. */
export const usesDictionary = (address: string): boolean =>
  address.endsWith('/') && !isPersonal(address) && !address.startsWith('/gone/');

/**
 * The same as a pattern of URLs, for browsers. Not narrowed to documents: the keeper of pages (public/sw.js) and fetching
 * ahead ask for them with no destination.
 */
export const dictionaryMatch = '/{*/}?';
