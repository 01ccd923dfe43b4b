import type { findPersonalData } from '#domain/deidentification/detector.ts';
import type { PdfLook } from './pdf.ts';
import type { askSigns, rankSigns } from './signs.ts';

type Patient = Parameters<typeof findPersonalData>[1];
type FormEntry = [name: string, value: string | { name: string; type: string; bytes: ArrayBuffer }];

/**
 * Tasks too long for the event loop (50 ms): pure functions of copyable values. Each imports its modules
 * lazily.
 */
export const threadTasks = {
  async findPersonalData(texts: readonly string[], patient: Patient) {
    const { findPersonalData } = await import('#domain/deidentification/detector.ts');
    return texts.map((text) => findPersonalData(text, patient));
  },

  async cleanPdf(bytes: Uint8Array): Promise<PdfLook> {
    const { cleanPdf } = await import('./pdf.ts');
    return await cleanPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  },

  async readTable(name: string, bytes: Uint8Array) {
    // The imports' reader, loaded in the thread only.
    // eslint-disable-next-line no-restricted-imports
    const { readTable } = await import('../import/tables/read.ts');
    return await readTable(name, bytes);
  },

  async readNote(text: string) {
    const { readOwnNote } = await import('./notes.ts');
    return await readOwnNote(text);
  },

  async rankSigns(...given: Parameters<typeof rankSigns>) {
    const { rankSigns } = await import('./signs.ts');
    return await rankSigns(...given);
  },

  async askSigns(...given: Parameters<typeof askSigns>) {
    const { askSigns } = await import('./signs.ts');
    return await askSigns(...given);
  },

  /** Entries of a form; undefined if malformed. */
  async readForm(type: string, body: Uint8Array<ArrayBuffer>): Promise<FormEntry[] | undefined> {
    const response = new Response(body, { headers: { 'content-type': type } });
    const form = await response.formData().catch(() => undefined);
    if (!form) return undefined;
    return await Promise.all(
      [...form].map(async ([name, value]): Promise<FormEntry> => {
        if (typeof value === 'string') return [name, value];
        return [name, { name: value.name, type: value.type, bytes: await value.arrayBuffer() }];
      }),
    );
  },
};
export type ThreadTasks = typeof threadTasks;
