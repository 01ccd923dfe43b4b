import { findPersonalData } from '#domain/deidentification/detector.ts';
import { lookIntoPdf } from '../files/pdf.ts';

/** What takes longer than the event loop may be held (50 ms): pure, from what can be copied to what can be copied. */
export const deeds = {
  findPersonalData: (texts: readonly string[], patient: Parameters<typeof findPersonalData>[1]) =>
    texts.map((text) => findPersonalData(text, patient)),
  lookIntoPdf: (bytes: Uint8Array) => lookIntoPdf(Buffer.from(bytes)),
};
export type Deeds = typeof deeds;
