import { inflateSync } from 'node:zlib';
import { cleanPdf } from '#server/thread/pdf.ts';

/** Text of a pdfkit document, lines joined by spaces. */
export function textOfPdf(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, unpacked(body));
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, cmap = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      fonts.set(name, glyphsOf(objects.get(cmap) ?? ''));
    }
  const lines = [...objects.values()].flatMap((body) => linesOf(body, fonts));
  return lines.join(' ').replaceAll('\u{a0}', ' ').replace(/\s+/g, ' ');
}

function unpacked(body: string): string {
  const [, stream] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? [];
  const bytes = Buffer.from(stream ?? '', 'latin1');
  return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : body;
}

/** Letters by glyph number, from a map such as `<0000> <0002> [<0000> <041f> <0020>]`. */
function glyphsOf(cmap: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, first = '', letters = ''] of cmap.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs))
    for (const [index, letter] of [...letters.matchAll(/<(\w+)>/g)].entries()) {
      const number = (parseInt(first, 16) + index).toString(16).padStart(4, '0');
      glyphs.set(
        number,
        Buffer.from(letter[1] ?? '', 'hex')
          .swap16()
          .toString('utf16le'),
      );
    }
  return glyphs;
}

function linesOf(content: string, fonts: Map<string, Map<string, string>>): string[] {
  const lines: string[] = [];
  let glyphs = new Map<string, string>();
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) glyphs = fonts.get(font) ?? glyphs;
    else
      lines.push(
        [...(shown ?? '').matchAll(/<(\w+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '')
          .join(''),
      );
  }
  return lines;
}

type Part = string | Buffer;

const inBytes = (part: Part): Buffer => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part);

/** A one-page document with extra catalogue entries and objects, numbered from 5. */
export function rawPdf({
  catalogue = '',
  page = '',
  objects = [],
  trailer = '',
  words = '',
}: { catalogue?: string; page?: string; objects?: Part[]; trailer?: string; words?: string } = {}): Buffer {
  const content = Buffer.from(`% ${words}\n`);
  return Buffer.concat(
    [
      '%PDF-1.7\n',
      `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue} >>\nendobj\n`,
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page} >>\nendobj\n`,
      `4 0 obj\n<< /Length ${content.length} >>\nstream\n`,
      content,
      '\nendstream\nendobj\n',
      ...objects,
      `trailer\n<< /Root 1 0 R /Size 99 ${trailer} >>\n%%EOF\n`,
    ].map(inBytes),
  );
}

/** The same as stored by the portal. */
export async function simplePdf(words = ''): Promise<Buffer<ArrayBuffer>> {
  const look = await cleanPdf(rawPdf({ words }));
  if (look.refusal !== null) throw new Error(look.refusal);
  return Buffer.from(look.bytes);
}
