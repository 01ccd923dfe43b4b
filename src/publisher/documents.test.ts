import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textOfPdf } from '../../tests/sample/pdf.ts';
import { documents, makeDocument } from './documents.ts';

const publishedDocument = (file: string) =>
  readFileSync(new URL(`../../public/upload/doc/${file}`, import.meta.url));

/** Unpacked streams: zlib builds may compress differently. */
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
  expect(unpacked(await makeDocument(text, undefined)) === unpacked(publishedDocument(file))).toBe(true);
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

const operator = {
  name: 'Фонд «Редкая забота»',
  address: '170000, Тверь, Тестовая улица, 1',
  email: 'help@fond.example',
};

test.each(documents)('$file names the operator of the portal (G77)', async ({ text, file }) => {
  const words = textOfPdf(await makeDocument(text, operator));
  for (const known of Object.values(operator)) expect(words, file).toContain(known);
  expect(words).not.toMatch(/[[\]{}]|ещё нет оператора/);
});

test.each(documents)('$file states that there is no operator where none is set (G77)', ({ file }) => {
  const words = textOfPdf(publishedDocument(file));
  expect(words).toContain('У этой установки портала ещё нет оператора');
  expect(words).not.toMatch(/[[\]{}]/);
});

test('an operator without a postal address is named without one (G77)', async () => {
  const words = textOfPdf(await makeDocument('policy.md', { name: operator.name }));
  expect(words).toContain(operator.name);
  expect(words).not.toMatch(/Адрес:|undefined/);
});

test('the same text gives the same document', async () => {
  const [one, other] = await Promise.all([
    makeDocument('consent.md', operator),
    makeDocument('consent.md', operator),
  ]);
  expect(one.equals(other)).toBe(true);
});
