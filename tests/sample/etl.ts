import { join } from 'node:path';
import { expect } from 'vitest';
import { portalDay } from '#domain/dates.ts';
import type { Database } from '#server/database/database.ts';
import { inputOf, openInput, type ImportInput } from '#server/import/input.ts';
import { Summary } from '#server/import/summary.ts';
import { formats } from '../../scripts/etl/formats.ts';
import { joinSource, lineOf, readCatalogue, recordLines } from '../../scripts/etl/join.ts';
import { importText, sharedData } from './import.ts';

/**
 * Brings a source into the catalogue in two steps, `etl` and `import records`, which must agree on what
 * changes.
 */
export async function etl(
  { kysely, ...database }: Database,
  name: string,
  source: string | Uint8Array | ImportInput,
  { now = new Date() }: { now?: Date } = {},
): Promise<Summary> {
  const format = formats.find((candidate) => candidate.name === name)!;
  const input = typeof source === 'object' && 'parts' in source ? source : inputOf('sample', source);
  const summary = new Summary(name, false);
  const catalogue = await readCatalogue(kysely);
  const terms = await joinSource(catalogue, { format, input, today: portalDay(now) }, summary);
  const text = [...terms.map(lineOf), ...recordLines(catalogue)].join('');
  if (text === '') return summary;
  const imported = await importText({ kysely, ...database }, 'records', text, { now });
  expect(imported.rejections).toEqual([]);
  expect(imported.records).toEqual({ ...summary.records, same: 0 });
  expect(imported.terms).toEqual({ ...summary.terms, same: 0 });
  return summary;
}

export const etlShared = async (database: Database, format: string, path: string) =>
  await etl(database, format, await openInput(join(sharedData, path)));
