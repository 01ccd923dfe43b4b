import { OperatorError } from '#domain/operator-error.ts';
import type { Format } from '../format.ts';
import type { ImportInput } from '../input.ts';
import { base } from './base.ts';
import { ctgov } from './ctgov.ts';
import { mkb10 } from './mkb10.ts';
import { records } from './records.ts';
import { table } from './table.ts';

export const formats: readonly Format[] = [mkb10, ctgov, records, base, table];

export function getFormat(name: string): Format {
  const format = formats.find((candidate) => candidate.name === name);
  if (!format) {
    const names = formats.map((candidate) => candidate.name).join(', ');
    throw new OperatorError(`Формата «${name}» нет. Есть: ${names}.`);
  }
  return format;
}

export async function guessFormat(input: ImportInput): Promise<Format | undefined> {
  let start = '';
  for await (const file of input.parts()) {
    for await (const piece of file.text()) {
      start += piece;
      if (start.length >= lookedAt) break;
    }
    break;
  }
  return formats.find(({ isLike }) => isLike(start.slice(0, lookedAt)));
}

/** Characters sufficient for all formats. */
const lookedAt = 64 * 1024;
