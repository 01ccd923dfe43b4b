import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

export const quantile = (values: readonly number[], part: number): string =>
  (sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0).toFixed(0);

export const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** Output of a builder: files, and bytes without and with compressed variants. */
export interface Weight {
  files: number;
  bytes: number;
  bytesInAll: number;
}

export async function weightOf(folder: string): Promise<Weight> {
  const weight: Weight = { files: 0, bytes: 0, bytesInAll: 0 };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(path.join(entry.parentPath, entry.name));
    weight.bytesInAll += size;
    if (entry.name.endsWith('.br')) continue;
    weight.files += 1;
    weight.bytes += size;
  }
  return weight;
}

/** Rates of an output, as a table row. */
export const paceOf = ({ files, bytes }: Weight, milliseconds: number) => ({
  seconds: seconds(milliseconds),
  files: String(files),
  'files/s': (files / (milliseconds / 1000)).toFixed(0),
  MB: (bytes / 1e6).toFixed(0),
  'MB/s': (bytes / 1000 / milliseconds).toFixed(1),
});
