import { cleanPdf } from '#server/thread/pdf.ts';

/** A one-page document with this much content, as stored by the portal. */
export async function makePdf(size = 0): Promise<Buffer<ArrayBuffer>> {
  const content = `% ${'x'.repeat(size)}`;
  const look = await cleanPdf(
    Buffer.from(
      [
        '%PDF-1.7',
        '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
        '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
        '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >> endobj',
        `4 0 obj << /Length ${content.length} >> stream`,
        content,
        'endstream endobj',
        'trailer << /Root 1 0 R >>',
        '%%EOF',
      ].join('\n'),
    ),
  );
  if (look.refusal !== null) throw new Error(`The document is ${look.refusal}`);
  return Buffer.from(look.bytes);
}
