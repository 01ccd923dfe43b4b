import { step } from './step.ts';

/** Pixels of pictures that editors lay down: pages are told them, so that nothing jumps. */
export const pictureSizes = step(`
  alter table files add column width integer;
  alter table files add column height integer;
`);
