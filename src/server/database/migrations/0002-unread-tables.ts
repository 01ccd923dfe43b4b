import { step } from './step.ts';

/** Tables and columns that nothing reads any more. Counts of a CDN's journal go with their column. */
export const unreadTables = step(`
  drop table policy_reports;
  drop table outer_link_uses;
  drop table outer_links;
  drop table read_journals;
  alter table files drop column remarks;
  create table server_reads (day text not null, path text not null, via text not null, count integer not null);
  insert into server_reads select day, path, via, count from page_reads where origin = 'server';
  drop table page_reads;
  create table page_reads (
    day text not null, path text not null, via text not null, count integer not null,
    constraint page_reads_key primary key (day, path, via)
  );
  create index page_reads_path on page_reads (path, day);
  insert into page_reads select day, path, via, count from server_reads;
  drop table server_reads;
`);
