import { OperatorError } from '#domain/operator-error.ts';
import { inThread } from '../../thread/thread.ts';
import type { CellTable } from './read.ts';

/** Reads a table in a thread, with limits by account. */
export async function readCells(owner: string, name: string, bytes: Uint8Array): Promise<CellTable> {
  const table = await inThread(owner, 'readTable', name, bytes);
  if ('problem' in table) throw new OperatorError(table.problem);
  return table;
}
