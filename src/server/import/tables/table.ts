import { OperatorError } from '#domain/operator-error.ts';
import { inThread } from '../../thread/thread.ts';
import type { CellTable } from './read.ts';

/** Reads a table outside the event loop; the owner of the task is the account. */
export async function readCells(owner: string, name: string, bytes: Uint8Array): Promise<CellTable> {
  const table = await inThread(owner, 'readTable', name, bytes);
  if ('problem' in table) throw new OperatorError(table.problem);
  return table;
}
