import { step } from './step.ts';

/** Page views by day, and counted spans of server logs. */
export const pageReads = step(`
  create table page_reads (
    day text not null, path text not null, origin text not null, via text not null,
    count integer not null,
    constraint page_reads_key primary key (day, path, origin, via)
  );
  create index page_reads_path on page_reads (path, day);
  create table read_journals (
    source text not null, first_at text not null, last_at text not null,
    constraint read_journals_key primary key (source, first_at)
  );
`);
