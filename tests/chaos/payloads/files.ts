import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { isFormula } from '#domain/exports/cell.ts';

/** Addresses of published pages with this word. */
export async function pagesWith(folder: string, word: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('**/*.html', { cwd: folder }))
    if ((await readFile(path.join(folder, file), 'utf8')).includes(word))
      found.push(`/${file.replace(/index\.html$/, '')}`);
  return found.toSorted();
}

/** Cells that a spreadsheet would execute. */
export function formulasIn(table: string): string[] {
  const [head = ''] = table.split('\r\n');
  const rows = parse(table, { bom: true, delimiter: head.includes(';') ? ';' : ',' });
  return rows.flat().filter(isFormula);
}
