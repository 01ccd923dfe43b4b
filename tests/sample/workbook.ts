import { crc32 } from 'node:zlib';

/** A cell: text, number, Excel date, error, or a formula with its stored result, if it was calculated. */
type Cell =
  | string
  | number
  | { day: string }
  | { error: string }
  | { formula: string; gave?: string; isText?: boolean }
  | null;

interface Sheet {
  rows: readonly (readonly Cell[])[];
  /** XML of further rows. */
  more?: string;
  isHidden?: boolean;
}

/** A workbook with one sheet, as saved by Excel; `more` is XML of further rows. */
export const workbook = (rows: Sheet['rows'], { more = '' } = {}): Uint8Array => workbookOf({ rows, more });

export function workbookOf(...sheets: Sheet[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const listed = sheets.map(
    ({ isHidden = false }, index) =>
      `<sheet name="Лист${index + 1}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${related}">${relations.join('')}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, more = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows.map(rowXml).join('')}${more}</sheetData></worksheet>`,
      ]),
    ),
  });
}

const rowXml = (cells: readonly Cell[], row: number) =>
  `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellXml(cell: Cell, row: number, column: number): string {
  const place = `r="${String.fromCodePoint(65 + column)}${row + 1}"`;
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('error' in cell) return `<c ${place} t="e"><v>${cell.error}</v></c>`;
  if ('formula' in cell && cell.gave === undefined)
    return `<c ${place}${cell.isText ? ' t="str"' : ''}><f>${cell.formula}</f></c>`;
  if ('formula' in cell)
    return `<c ${place} t="str"><f>${cell.formula}</f><v>${escaped(cell.gave ?? '')}</v></c>`;
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
