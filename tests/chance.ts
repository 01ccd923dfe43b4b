import fc from 'fast-check';

/** Seed of all random tests, fixed so that a failure is due to the change. Another one: `SEED=7 npm test`. */
export const seed = Number(process.env.SEED ?? 20261121);

fc.configureGlobal({ seed });

export { fc };
