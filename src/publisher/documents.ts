import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Pdf from 'pdfkit';
import type { ProseNode } from '#domain/prose/node.ts';
import { plainWords } from '#domain/prose/plain.ts';
import { parseProse } from '#domain/prose/read.ts';

const texts = new URL('../starter/documents/', import.meta.url);
const fonts = new URL('../../node_modules/@expo-google-fonts/pt-sans/', import.meta.url);

/**
 * Addresses of the first two come from the specification (with its misspelling); every further purpose has
 * its own document.
 */
export const documents = [
  { text: 'policy.md', file: 'policy.pdf' },
  { text: 'consent.md', file: 'assept.pdf' },
  { text: 'specialist.md', file: 'specialist.pdf' },
  { text: 'mailings.md', file: 'mailings.pdf' },
  { text: 'report.md', file: 'report.pdf' },
] as const;

/** From OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL. */
export interface Operator {
  name: string;
  address?: string | undefined;
  email?: string | undefined;
}

/** Writes the documents into a site folder; without an operator they state that there is none. */
export async function writeDocuments(site: string, operator: Operator | undefined): Promise<void> {
  const folder = path.join(site, 'upload/doc');
  await mkdir(folder, { recursive: true });
  for (const { text, file } of documents)
    await writeFile(path.join(folder, file), await makeDocument(text, operator));
}

const margin = 64;
const size = { h1: 20, h2: 14, text: 11 };

/** A tagged Russian PDF (PDF/UA) with title, headings and lists. Deterministic. */
export async function makeDocument(text: string, operator: Operator | undefined): Promise<Buffer> {
  const { title, edition, body } = parse(readFileSync(new URL(text, texts), 'utf8'));
  const words = (node: ProseNode) => fill(plainWords(node), operator);
  const pdf = new Pdf({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    // Missing from the types.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'ru-RU',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, CreationDate: new Date(`${edition}T00:00:00Z`) },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve) => pdf.on('end', resolve));
  pdf.registerFont('text', readFileSync(new URL('400Regular/PTSans_400Regular.ttf', fonts)));
  pdf.registerFont('bold', readFileSync(new URL('700Bold/PTSans_700Bold.ttf', fonts)));

  const root = pdf.struct('Document');
  pdf.addStructure(root);
  root.add(pdf.struct('H1', {}, () => void pdf.font('bold').fontSize(size.h1).text(title, { lineGap: 2 })));
  root.add(
    pdf.struct('P', {}, () => {
      pdf
        .font('text')
        .fontSize(size.text)
        .moveDown(0.4)
        .text(`Редакция от ${russianDay(edition)}`);
    }),
  );
  for (const block of parseProse(linesFor(body, operator)).content ?? []) drawBlock(pdf, root, block, words);
  root.end();
  numberPages(pdf);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

type Drawing = PDFKit.PDFDocument;
type Root = PDFKit.PDFStructureElement;

type Words = (node: ProseNode) => string;

function drawBlock(pdf: Drawing, root: Root, block: ProseNode, words: Words): void {
  if (block.type === 'heading')
    root.add(
      pdf.struct('H2', {}, () => {
        // Keeps a heading with three lines of its text.
        if (pdf.y > pdf.page.height - margin - 80) pdf.addPage();
        pdf.moveDown(0.9).font('bold').fontSize(size.h2).text(words(block));
      }),
    );
  else if (block.type === 'paragraph')
    root.add(
      pdf.struct('P', {}, () => {
        pdf.font('text').fontSize(size.text).moveDown(0.5).text(words(block), { lineGap: 2 });
      }),
    );
  else if (block.type.endsWith('List')) drawList(pdf, root, block.content ?? [], words);
  else throw new Error(`A document has headings, paragraphs and lists, not ${block.type}`);
}

function drawList(pdf: Drawing, root: Root, items: readonly ProseNode[], words: Words): void {
  const list = pdf.struct('L');
  root.add(list);
  pdf.font('text').fontSize(size.text);
  for (const { content = [] } of items) {
    const text = content.map(words).join(' ');
    const entry = pdf.struct('LI');
    list.add(entry);
    pdf.moveDown(0.3);
    if (pdf.y > pdf.page.height - margin - 40) pdf.addPage();
    const { y } = pdf;
    const width = pdf.page.width - 2 * margin - 18;
    entry.add(pdf.struct('Lbl', {}, () => void pdf.text('—', margin, y, { lineBreak: false })));
    entry.add(pdf.struct('LBody', {}, () => void pdf.text(text, margin + 18, y, { lineGap: 2, width })));
    entry.end();
    pdf.x = margin;
  }
  list.end();
}

/** Page numbers are artifacts: screen readers count pages on their own. */
function numberPages(pdf: PDFKit.PDFDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font('text')
      .fontSize(9)
      .text(`${page + 1} / ${count}`, margin, pdf.page.height - 40, {
        width: pdf.page.width - 2 * margin,
        align: 'center',
        lineBreak: false,
      });
    pdf.endMarkedContent();
  }
}

function parse(text: string): { title: string; edition: string; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const title = head && /^title: (.+)$/m.exec(head)?.[1];
  const edition = head && /^edition: (\d{4}-\d{2}-\d{2})$/m.exec(head)?.[1];
  if (!title || !edition || !body) throw new Error('A document begins with its title and edition');
  return { title, edition, body };
}

function russianDay(iso: string): string {
  return new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}

/** Lines with `?name` need that field of the operator, lines with `!name` its absence. */
function linesFor(body: string, operator: Operator | undefined): string {
  return body.replace(
    /^([?!])(name|address|email) (.*)$/gm,
    (_, sign: string, field: keyof Operator, line: string) =>
      Boolean(operator?.[field]) === (sign === '?') ? line : '',
  );
}

const fill = (text: string, operator: Operator | undefined) =>
  text.replace(/\{(name|address|email)\}/g, (_, field: keyof Operator) => operator?.[field] ?? '');
