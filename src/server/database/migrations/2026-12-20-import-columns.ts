import { step } from './step.ts';

/** Which column of a table was taken for which field, by the kind and the heading of the table. */
export const importColumns = step(`
  create table import_columns (
    kind text not null, heading text not null, columns text not null, used_at text not null,
    constraint import_columns_key primary key (kind, heading)
  );
`);
