import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AnyRecord } from '#domain/kinds/index.ts';
import { findRecords, writeRecord } from '#server/catalogue/store.ts';
import type { Database } from '#server/database/database.ts';
import { inputOf } from '#server/import/input.ts';
import { importFile, type ImportOptions } from '#server/import/run.ts';
import type { Summary } from '#server/import/summary.ts';
import { packBase, type BaseEntity } from '../../scripts/starter/pack.ts';

/**
 * Public data outside the repository; tests that need it say so in their title and are skipped without it.
 */
export const sharedData = join(import.meta.dirname, '../../../shared/data');
export const hasSharedData = existsSync(sharedData);
export const ifShared = hasSharedData ? '' : ' (skipped: ../shared/data is absent)';

export async function importText(
  database: Database,
  format: string,
  content: string | Uint8Array,
  more: Partial<ImportOptions> = {},
): Promise<Summary> {
  return await importFile(database, { format, input: inputOf('sample', content), ...more });
}

export const importShared = async (
  database: Database,
  format: string,
  path: string,
  more: Partial<ImportOptions> = {},
) => await importFile(database, { format, input: join(sharedData, path), ...more });

export const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
export const gzip = (text: string) => gzipSync(text);

export async function getByExternal(database: Database, kind: string, external: string): Promise<AnyRecord> {
  const found = (await findRecords(database.kysely, kind, [external])).get(external);
  if (!found) throw new Error(`No ${kind} is ${external}`);
  return found.record;
}

export async function countRecords(database: Database): Promise<number> {
  const row = await database.kysely
    .selectFrom('records')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Publishes an editor's edit. */
export async function edit(
  database: Database,
  kind: string,
  external: string,
  fields: Record<string, unknown>,
) {
  await database.transaction(
    async (tx) =>
      await writeRecord(tx, { kind, external, fields, origins: 'editor', author: 'editor@example.ru' }),
  );
}

/** An entity of the whole base with its required fields. */
export const entity = (orpha: number, fields: Partial<BaseEntity['fields']> = {}): BaseEntity => {
  const all = { title_en: `Sample disease ${orpha}`, type: 'disease' as const, orpha, ...fields };
  const source = { title: 'Orphadata: ORPHApackets', publisher: 'Orphanet, INSERM', date: '2025-12-09' };
  return { fields: all, sources: [{ ...source, fields: Object.keys(all) }] };
};

/** A file of the whole base. */
export const baseOf = (...entities: BaseEntity[]) => packBase('2025-12-09', entities);

/** An Orphanet packet with its required fields. */
export const packet = (orpha: number, more: Record<string, unknown> = {}) => ({
  Orphapacket: {
    ORPHApacketId: String(orpha),
    creationDate: '2025-12-09 10:41:42',
    version: '1.3.42 / 4.1.8 [2025-03-03]',
    copyright: 'Orphanet (c) 2025',
    ORPHAcode: String(orpha),
    Label: `Sample disease ${orpha}`,
    DisorderType: { value: 'Disease' },
    ...more,
  },
});

/** An Orphadata document with these elements. */
export const jdbor = (body: string, { date = '2025-12-09 07:06:32', encoding = 'UTF-8' } = {}) =>
  `<?xml version="1.0" encoding="${encoding}"?>
<JDBOR date="${date}" version="1.3.42 / 4.1.8 [2025-03-03]" copyright="Orphanet (c) 2025">
${body}
</JDBOR>
`;
