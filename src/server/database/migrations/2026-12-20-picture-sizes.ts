import { step } from './step.ts';

/** Pixels of uploaded pictures, so that pages do not shift. */
export const pictureSizes = step(`
  alter table files add column width integer;
  alter table files add column height integer;
`);
