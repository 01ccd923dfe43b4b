import { step } from './step.ts';

/** Names of the portal set by editors. */
export const siteWords = step(`
  create table site_words (name text primary key not null, words text not null);
`);
