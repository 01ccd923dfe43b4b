import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { documents, makeDocument, publishedDocument } from './documents.ts';

/** The document with its streams unpacked: two builds of zlib may pack the same bytes differently. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return text
    .slice(0, text.indexOf('\nxref'))
    .replace(/\/Length \d+/g, '/Length')
    .replace(/stream\n([\s\S]*?)\nendstream/g, (_, stream: string) => {
      const bytes = Buffer.from(stream, 'latin1');
      return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : stream;
    });
}

test.each(documents)('$file is current with $text', async ({ text, file }) => {
  expect(unpacked(await makeDocument(text)) === unpacked(publishedDocument(file))).toBe(true);
});

test.each(documents)('$file is a tagged Russian PDF with a title, headings and lists', ({ file }) => {
  const pdf = publishedDocument(file).toString('latin1');
  expect(pdf.startsWith('%PDF-1.7')).toBe(true);
  expect(pdf).toContain('/Lang (ru-RU)');
  expect(pdf).toContain('/Marked true');
  expect(pdf).toContain('/StructTreeRoot');
  expect(pdf).toContain('/DisplayDocTitle true');
  expect(pdf).toContain('pdfuaid');
  for (const tag of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody'])
    expect(pdf).toMatch(new RegExp(`/S /${tag}\\b`));
});

test('the same text gives the same document', async () => {
  const [one, other] = await Promise.all([makeDocument('consent.md'), makeDocument('consent.md')]);
  expect(one.equals(other)).toBe(true);
});
