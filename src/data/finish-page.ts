import { numberedInOrder, secondSource } from '#domain/references.ts';
import { joined } from './fragments.ts';

/** Inserts the shared fragments of a rendered page and numbers its sources. */
export function finishPage(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const whole = joined(page);
  if (!whole.includes(secondSource)) return whole;
  const bytes = whole.toString('latin1');
  const numbered = numberedInOrder(bytes);
  return numbered === bytes ? whole : Buffer.from(numbered, 'latin1');
}
