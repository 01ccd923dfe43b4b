import type { findPersonalData } from '#domain/deidentification/detector.ts';
import type { PdfLook } from './pdf.ts';
import type { askSigns, rankSigns } from './signs.ts';

type Patient = Parameters<typeof findPersonalData>[1];
type FormEntry = [name: string, value: string | { name: string; type: string; bytes: ArrayBuffer }];

/**
 * What takes longer than the event loop may be held (50 ms): pure, from what can be copied to what can be copied. Each
 * brings its own modules, so that the first of them does not wait for all.
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
    // The reader of the imports itself, loaded in the thread alone: nothing of it comes back to this folder.
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

  /** The entries of a form; nothing when it is composed wrongly. */
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
