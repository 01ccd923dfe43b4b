import { step } from './step.ts';

/** Column mappings of tables, by kind and header. */
export const importColumns = step(`
  create table import_columns (
    kind text not null, heading text not null, columns text not null, used_at text not null,
    constraint import_columns_key primary key (kind, heading)
  );
`);
