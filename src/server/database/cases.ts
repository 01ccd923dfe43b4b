import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** The tables of case-tables.ts. */
export const cases = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    const part = (name: string) =>
      table(name).addColumn('case_id', 'integer', (column) =>
        column.notNull().references('cases.id').onDelete('cascade'),
      );
    const index = (name: string, on: string, columns: string[]) =>
      db.schema.createIndex(name).on(on).columns(columns).execute();

    await table('cases')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('demo', 'integer', (column) => column.notNull())
      .addColumn('state', text, (column) =>
        column
          .notNull()
          .check(sql`state in ('draft', 'review', 'returned', 'published', 'declined', 'archived')`),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('published', 'integer', (column) => column.notNull())
      .addColumn('edition', 'integer', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('question_outcome', text, (column) => column.notNull())
      .addColumn('question_answer', 'integer')
      .addColumn('question_closed_at', text)
      .addColumn('submitted_at', text)
      .addColumn('published_at', text)
      .addColumn('revised_at', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .addColumn('changed_seq', 'integer')
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('shown', text)
      .execute();
    await index('cases_user', 'cases', ['user_id', 'updated_at']);
    await index('cases_published', 'cases', ['published', 'published_at']);
    await index('cases_state', 'cases', ['state', 'submitted_at']);
    await index('cases_changed', 'cases', ['changed_seq']);

    await part('case_values')
      .addColumn('field', text, (column) => column.notNull())
      .addColumn('value', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('case_values_key', ['case_id', 'field', 'value'])
      .execute();
    await index('case_values_value', 'case_values', ['field', 'value', 'case_id']);

    const editor = (name: string) =>
      part(name).addColumn('editor_id', 'integer', (column) =>
        column.references('users.id').onDelete('set null'),
      );
    await editor('case_editions')
      .addColumn('edition', 'integer', (column) => column.notNull())
      .addColumn('published_at', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('case_editions_key', ['case_id', 'edition'])
      .execute();

    await part('case_files')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('upload_id', 'integer', (column) => column.references('uploads.id').onDelete('set null'))
      .addColumn('role', text, (column) => column.notNull().check(sql`role in ('figure', 'consent')`))
      .addColumn('file', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await index('case_files_case', 'case_files', ['case_id']);
    await index('case_files_upload', 'case_files', ['upload_id']);

    await editor('case_remarks')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('field', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('resolved_at', text)
      .execute();
    await index('case_remarks_case', 'case_remarks', ['case_id']);

    await part('case_events')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('actor_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('at', text, (column) => column.notNull())
      .addColumn('deed', text, (column) => column.notNull())
      .addColumn('side', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .execute();
    await index('case_events_case', 'case_events', ['case_id', 'id']);

    await editor('case_reviews')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('decision', text, (column) => column.notNull())
      .addColumn('checks', text, (column) => column.notNull())
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('at', text, (column) => column.notNull())
      .execute();
    await index('case_reviews_case', 'case_reviews', ['case_id', 'id']);

    const person = (name: string) =>
      part(name).addColumn('user_id', 'integer', (column) =>
        column.references('users.id').onDelete('set null'),
      );
    await person('case_answers')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('opinion', text, (column) => column.notNull())
      .addColumn('next_steps', text, (column) => column.notNull())
      .addColumn('experience', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await index('case_answers_case', 'case_answers', ['case_id', 'id']);
    await index('case_answers_user', 'case_answers', ['user_id']);

    await part('case_followers')
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('created_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('case_followers_key', ['case_id', 'user_id'])
      .execute();
    await index('case_followers_user', 'case_followers', ['user_id']);

    await person('case_problems')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await index('case_problems_case', 'case_problems', ['case_id']);
    await index('case_problems_user', 'case_problems', ['user_id']);

    // Cases were a kind of record once, without any way to write one.
    await db.deleteFrom('records').where('kind', '=', 'case').execute();
    await db.insertInto('meta').values({ name: 'case part', value: 0 }).execute();
  },
});
