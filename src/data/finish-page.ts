import { numberedInOrder, secondSource } from '#domain/references.ts';
import { joined } from './fragments.ts';

/** Inserts the shared fragments of a rendered page and numbers its sources. */
export function finishPage(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const whole = joined(page);
  return whole.includes(secondSource) ? Buffer.from(numberedInOrder(whole.toString())) : whole;
}
