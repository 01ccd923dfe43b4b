import { isUtf8 } from 'node:buffer';
import { nulByte } from '../input.ts';

/** Text of a table, whatever program saved it. */
export function decodeText(content: Uint8Array): string {
  const text = new TextDecoder(encodingOf(content)).decode(content);
  if (text.includes('\0')) throw nulByte();
  return text;
}

const sampleBytes = 64 * 1024;

function encodingOf(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = content.subarray(0, sampleBytes);
  if (sample.includes(0)) {
    const wide = ['utf-16le', 'utf-16be'].find((encoding) =>
      isPlain(new TextDecoder(encoding).decode(sample)),
    );
    if (wide) return wide;
  }
  if (isUtf8(content)) return 'utf-8';
  const ranked = ['windows-1251', 'ibm866', 'koi8-r'].map((encoding) => ({
    encoding,
    rank: rankRussian(new TextDecoder(encoding).decode(sample)),
  }));
  return ranked.reduce((best, one) => (one.rank > best.rank ? one : best)).encoding;
}

const isPlain = (text: string) =>
  text.length > 0 &&
  text.replace(/[\t\n\r -~\u0401\u0410-\u044F\u0451«»—–№„“”…\u00A0]/g, '').length * 10 < text.length;

/** Frequent letters count for a reading; letters of changing case and signs that Russian lacks count against. */
function rankRussian(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return (
    count(/[оеаинтсрвл]/g) -
    2 * count(/(?<=[а-яё])[А-ЯЁ]/g) -
    3 * count(/[^\t\n\r -~А-Яа-яЁё«»—–№„“”…\u00A0°±·’]/g)
  );
}

export type TextRow = { line: number; cells: string[] } | { line: number; problem: string };

/**
 * Rows of CSV or TSV. Quotation marks inside a cell are text; a stray one costs its row, so a cell that is
 * never closed does not swallow the rows below.
 */
export function* rowsOf(text: string, delimiter: string): Generator<TextRow> {
  const ends = `${delimiter === '\t' ? '\\t' : delimiter}\\r\\n`;
  const quoted = new RegExp(`[ \\u00A0]*"([^"]*(?:""[^"]*)*)"[ \\u00A0]*(?=[${ends}]|$)`, 'y');
  const plain = new RegExp(`[^${ends}]*`, 'y');
  const lineEnd = /\r\n?|\n/y;
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (let line = 1; at < text.length; line += 1) {
    const row = line;
    const cells: string[] = [];
    let isBroken = false;
    do {
      if (cells.length > 0) at += 1;
      const inner = take(quoted)?.[1];
      const raw = inner?.replaceAll('""', '"') ?? take(plain)?.[0] ?? '';
      if (inner === undefined) isBroken ||= delimiter !== '\t' && count(raw, '"') % 2 === 1;
      else line += inner.match(/\r\n?|\n/g)?.length ?? 0;
      cells.push(raw.replace(/\r\n?/g, '\n').normalize('NFC').trim());
    } while (text[at] === delimiter);
    take(lineEnd);
    yield isBroken
      ? { line: row, problem: 'кавычки не закрыты или стоят не на месте' }
      : { line: row, cells };
  }
}

const count = (text: string, character: string) => text.split(character).length - 1;

/** The separator that Excel writes and reads in a first line of its own. */
export function separatorLine(text: string): { delimiter: string; length: number } | undefined {
  const [line, delimiter] = /^sep=([;,|\t])(?:\r\n?|\n|$)/i.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}
