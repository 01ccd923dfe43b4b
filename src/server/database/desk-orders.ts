import type { Migration } from 'kysely/migration';

/** Orders of the table of all records that no index of the catalogue has: a row is long, and all of them were read. */
export const deskOrders = (): Migration => ({
  async up(db) {
    const index = (name: string, column: string) =>
      db.schema.createIndex(name).on('records').columns(['kind', column, 'id']).execute();
    await index('records_completeness', 'completeness');
    await index('records_due', 'review_due');
  },
});
