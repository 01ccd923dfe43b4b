import fc from 'fast-check';

/**
 * What the tests draw by chance is the same in every run, so that a run says of a change only what the change did. New
 * draws are asked for by `SEED=7 npm test`.
 */
export const seed = Number(process.env.SEED ?? 20261121);

fc.configureGlobal({ seed });

export { fc };
