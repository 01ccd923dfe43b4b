/** Picture types, recognised by content and not by name. */
type PictureType = 'jpeg' | 'png' | 'webp';

type Recognised =
  | { is: 'picture'; type: PictureType; width: number; height: number }
  | { is: 'refused'; reason: string };

/** Pixels that a browser can safely decode. */
const maxPixels = 60e6;

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Reads type and size of a picture; the reason is a message for the author. */
export function recognisePicture(bytes: Uint8Array): Recognised {
  const refuse = (reason: string): Recognised => ({ is: 'refused', reason });
  if (bytes.length === 0) return refuse('Файл пустой.');
  if (ascii(bytes, 128, 4) === 'DICM')
    return refuse(
      'Это DICOM: в нём записаны имя и дата рождения пациента. Сохраните нужный кадр как JPEG или PNG.',
    );
  if (ascii(bytes, 0, 4) === '%PDF')
    return refuse('Это PDF: под рисунком в нём может остаться текст. Сохраните страницу как JPEG или PNG.');
  if (ascii(bytes, 0, 2) === 'PK' || ascii(bytes, 0, 4) === '\u00d0\u00cf\u0011\u00e0')
    return refuse('Это документ или архив, а не снимок. Сохраните нужную картинку как JPEG или PNG.');
  const size = readJpeg(bytes) ?? readPng(bytes) ?? readWebp(bytes);
  if (!size) return refuse('Годятся снимки JPEG, PNG и WebP.');
  if (size.width < 1 || size.height < 1) return refuse('Снимок повреждён: в нём нет размеров.');
  if (size.width * size.height > maxPixels)
    return refuse('Снимок слишком большой: уменьшите его до 60 мегапикселей.');
  return { is: 'picture', ...size };
}

interface Size {
  type: PictureType;
  width: number;
  height: number;
}

function readPng(bytes: Uint8Array): Size | undefined {
  if (ascii(bytes, 1, 3) !== 'PNG' || bytes[0] !== 0x89) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length < 24
    ? { type: 'png', width: 0, height: 0 }
    : { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readJpeg(bytes: Uint8Array): Size | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return { type: 'jpeg', width: 0, height: 0 };
    const marker = bytes[at + 1] ?? 0;
    // SOF markers: C0–CF without the tables C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return { type: 'jpeg', width: 0, height: 0 };
}

function readWebp(bytes: Uint8Array): Size | undefined {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP' || bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = ascii(bytes, 12, 4);
  const three = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16);
  if (kind === 'VP8X') return { type: 'webp', width: three(24) + 1, height: three(27) + 1 };
  if (kind === 'VP8 ')
    return {
      type: 'webp',
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  const bits = view.getUint32(21, true);
  return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
