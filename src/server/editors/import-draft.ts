import { isAlike } from '#domain/editing/equality.ts';
import type { WriteTransaction } from '../database/database.ts';

/** The import behind the draft of a record, if any. */
export async function importedDraft(tx: WriteTransaction, recordId: number) {
  const line = await tx
    .selectFrom('import_rows as r')
    .innerJoin('imports as i', 'i.id', 'r.import_id')
    .select(['i.format', 'r.plan', 'r.chosen', 'r.import_id', 'r.position', 'r.outcome'])
    .where('r.record_id', '=', recordId)
    .where('r.result', '=', 'draft')
    .orderBy('r.import_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const chosen = new Set(line ? (JSON.parse(line.chosen) as string[]) : []);
  const { fields: planned, envelope } = JSON.parse(line?.plan ?? '{"fields":[]}') as {
    fields: { field: string; after: unknown }[];
    envelope?: { origins?: Record<string, string> };
  };
  const offered = new Map(
    planned.filter(({ field }) => chosen.has(field)).map(({ field, after }) => [field, after]),
  );
  return {
    /** Source of each field: unchanged import values belong to the import. */
    originsOf: (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [
          field,
          line && offered.has(field) && isAlike(value, offered.get(field))
            ? (envelope?.origins?.[field] ?? line.format)
            : 'editor',
        ]),
      ),
    /** Records the version in which the draft was published. */
    async published(version: number): Promise<void> {
      if (line?.outcome !== 'changed') return;
      await tx
        .updateTable('import_rows')
        .set({ version_after: version })
        .where('import_id', '=', line.import_id)
        .where('position', '=', line.position)
        .execute();
    },
  };
}
