/**
 * First ids of the shard files: shipped records have the lowest ids, change most and include all words.
 * Measured: two files of the whole base are 188 kB compressed.
 */
export const shardStarts: readonly number[] = [0, 1000];
