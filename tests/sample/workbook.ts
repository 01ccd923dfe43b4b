import { crc32 } from 'node:zlib';

/** A cell: text, number, Excel date, or the stored result of a formula. */
type Cell = string | number | { day: string } | { formula: string; gave: string } | null;

/** A workbook with one sheet, as saved by Excel; `more` is XML of further rows. */
export function workbook(rows: readonly (readonly Cell[])[], { more = '' } = {}): Uint8Array {
  const sheet = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`,
    )
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${related}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}${more}</sheetData></worksheet>`,
  });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellXml(cell: Cell, row: number, column: number): string {
  const place = `r="${String.fromCodePoint(65 + column)}${row + 1}"`;
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('formula' in cell) return `<c ${place} t="str"><f>${cell.formula}</f><v>${escaped(cell.gave)}</v></c>`;
  return `<c ${place} s="1"><v>${Date.parse(cell.day) / 86_400_000 + 25_569}</v></c>`;
}

/** An uncompressed archive; `says` is the declared size of each part. */
export function zip(parts: Record<string, string>, declaredSize?: number): Uint8Array {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [title, body] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(declaredSize ?? body.length, 18);
    common.writeUInt16LE(title.length, 22);
    const begin = Buffer.from([0x50, 0x4b, 3, 4]);
    files.push(begin, common, title, body);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    list.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, tail, title);
    at += 30 + title.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...files, ...list, end]));
}
