/**
 * Ids from which on each file begins: the records that ship with the catalogue have the smallest, are changed most and
 * come with all their words. Two files for the whole base are 188 kB, compressed once for many readers.
 */
export const shardStarts: readonly number[] = [0, 1000];
