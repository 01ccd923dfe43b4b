import { step } from './step.ts';

/** What the portal calls itself, where editors have put other words than those that ship. */
export const siteWords = step(`
  create table site_words (name text primary key not null, words text not null);
`);
