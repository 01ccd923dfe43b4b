import { lastRow } from './append.ts';
import type { ReadDatabase } from '../database/database.ts';

/** Number and hash (or its start) of a row; kept elsewhere, it reveals a rewritten log. */
export interface Head {
  row: number;
  hash: string;
  /** Origin and time, after «записана». */
  from: string;
}

/** The current head; undefined for an empty log. */
export async function headOf(db: ReadDatabase): Promise<Omit<Head, 'from'> | undefined> {
  const last = await lastRow(db);
  return last ? { row: last.id, hash: last.hash ?? '' } : undefined;
}

/** For copying by people. */
export const headText = ({ row, hash }: Omit<Head, 'from'>) => `${row}:${hash}`;

/** A head typed by a person; undefined when invalid. */
export function parseHead(text: string): Head | undefined {
  const [, row, hash] = /^\s*(\d{1,12})\s*[:-]\s*([0-9a-f]{16,64})\s*$/i.exec(text) ?? [];
  return row && hash ? { row: Number(row), hash: hash.toLowerCase(), from: 'вами' } : undefined;
}
