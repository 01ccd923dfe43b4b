import { encode } from 'uqr';

/** The modules of a QR code, row by row, 1 where dark. */
interface Code {
  size: number;
  modules: Uint8Array;
}

/**
 * A QR code of an address as a picture, one bit a module: 240 characters in the page, where outlines take 1,500. `size`
 * is in modules.
 */
export function qrOf(address: string): { size: number; picture: string } {
  const code = codeOf(address);
  return { size: code.size, picture: `data:image/bmp;base64,${bitmapOf(code).toString('base64')}` };
}

/**
 * Addresses of records differ in digits. A code is linear: what a digit changes in it, the others around it do not
 * alter, so the codes of ten thousand records are put together from some dozens that are reckoned.
 */
export function codeOf(address: string): Code {
  const plain = address.replace(/\d+(?=\/$)/, (digits) => '0'.repeat(digits.length));
  const { size, modules } = reckoned(plain);
  const found = modules.slice();
  for (let at = 0; at < address.length; at += 1) {
    if (address[at] === plain[at]) continue;
    const other = reckoned(plain.slice(0, at) + address[at] + plain.slice(at + 1)).modules;
    for (let index = 0; index < found.length; index += 1)
      found[index] = found[index]! ^ other[index]! ^ modules[index]!;
  }
  return { size, modules: found };
}

const codes = new Map<string, Code>();
const mostCodes = 2000;

function reckoned(address: string): Code {
  let code = codes.get(address);
  if (!code) {
    const { size, data } = encode(address, { border: 0, maskPattern: maskFor(new URL('/', address).href) });
    code = { size, modules: Uint8Array.from(data.flat(), Number) };
    if (codes.size >= mostCodes) codes.clear();
    codes.set(address, code);
  }
  return code;
}

/**
 * Any of the eight masks reads well. Seeking the best one costs ten times the code itself, so it is sought once for the
 * site and not for every page.
 */
function maskFor(site: string): number {
  const mask = masks.get(site) ?? encode(site, { border: 0 }).maskPattern;
  masks.set(site, mask);
  return mask;
}
const masks = new Map<string, number>();

/** A bitmap of two colours: its head, white and black, then rows from the lowest up, each of whole words of four bytes. */
function bitmapOf({ size, modules }: Code): Buffer {
  const start = 62;
  const row = Math.ceil(size / 32) * 4;
  const file = Buffer.alloc(start + row * size);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(size, 18);
  file.writeInt32LE(size, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(1, 28);
  file.writeUInt32LE(0x00ffffff, 54);
  for (let index = 0; index < modules.length; index += 1) {
    const [x, y] = [index % size, Math.floor(index / size)];
    if (modules[index]) file[start + (size - 1 - y) * row + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return file;
}
