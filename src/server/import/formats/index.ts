import { OperatorError } from '#domain/operator-error.ts';
import type { Format } from '../format.ts';
import { orphapackets } from './orphapackets.ts';
import { orphadata } from './orphadata.ts';
import { records } from './records.ts';

/** Every format, in the order in which the operator sees them. */
export const formats: readonly Format[] = [records, orphapackets, orphadata];

export function getFormat(name: string): Format {
  const format = formats.find((candidate) => candidate.name === name);
  if (!format) {
    const names = formats.map((candidate) => candidate.name).join(', ');
    throw new OperatorError(`Формата «${name}» нет. Есть: ${names}.`);
  }
  return format;
}
