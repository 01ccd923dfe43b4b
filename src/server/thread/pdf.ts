import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFStreamWriter,
  PDFString,
  PDFWriter,
  type PDFObject,
} from '@cantoo/pdf-lib';

export type PdfRefusal = 'active' | 'encrypted' | 'signed' | 'too large' | 'unreadable';

export type PdfLook =
  | { refusal: PdfRefusal }
  | {
      refusal: null;
      /** The document rewritten from its checked objects only. */
      bytes: Uint8Array;
    };

/**
 * Checks all objects of a PDF (ISO 32000-2: 7.5) and rewrites it from them. Viewers disagree on the objects
 * of malformed files; the rewritten file has only checked ones.
 */
export async function cleanPdf(bytes: Buffer): Promise<PdfLook> {
  try {
    const { context, trailers, hasPackedObjects } = readObjects(bytes);
    if (trailers.some((trailer) => trailer.has(name('Encrypt')))) return { refusal: 'encrypted' };
    const latest = (key: string) => trailers.findLast((trailer) => trailer.has(name(key)))?.get(name(key));
    const [root, info, id] = [latest('Root'), latest('Info'), latest('ID')];
    const catalogue = context.lookupMaybe(root, PDFDict);
    if (!root || catalogue?.lookup(name('Type')) !== name('Catalog')) return { refusal: 'unreadable' };
    const objects = context.enumerateIndirectObjects().map(([, object]) => object);
    const dictionaries = [...objects, ...(info ? [info] : [])].flatMap(dictionariesIn);
    if (dictionaries.some((one) => one.has(name('ByteRange')))) return { refusal: 'signed' };
    if (dictionaries.some(isActive) || objects.some(isOutside)) return { refusal: 'active' };
    context.trailerInfo = { Root: root, ...(info ? { Info: info } : {}), ...(id ? { ID: id } : {}) };
    const writer = hasPackedObjects
      ? PDFStreamWriter.forContext(context, Infinity)
      : PDFWriter.forContext(context, Infinity);
    return { refusal: null, bytes: await writer.serializeToBuffer() };
  } catch (error) {
    if (error instanceof TooLarge) return { refusal: 'too large' };
    // Any parser error is the file's fault.
    return { refusal: 'unreadable' };
  }
}

const name = (text: string): PDFName => PDFName.of(text);
const pdfNames = (list: string): Set<PDFName> => new Set(list.split(' ').map(name));

class TooLarge extends Error {}

/** Limit of expanded object streams (target E-6); real documents have less. */
const maxUnpackedBytes = 24 * 2 ** 20;
/** Values take some hundred bytes of memory each. */
const maxValues = 500_000;

/** Object headers and trailers; bounded numbers and gaps. */
const head = /(?<!\d)(\d{1,8})[\0\s]{1,20}(\d{1,5})[\0\s]{1,20}obj|trailer/g;

/** All objects in file order; of duplicates the last counts, as in updates (7.5.6). */
function readObjects(bytes: Buffer) {
  const context = PDFContext.create();
  const trailers: PDFDict[] = [];
  const text = bytes.toString('latin1');
  let values = 0;
  const openParser = (part: Uint8Array) => {
    const opened = PDFObjectParser.forBytes(part, context);
    const parse = opened.parseObject.bind(opened);
    opened.parseObject = (ref) => {
      values += 1;
      if (values > maxValues) throw new TooLarge();
      return parse(ref);
    };
    return opened;
  };
  const parser = openParser(bytes);
  const { bytes: cursor } = parser as unknown as { bytes: { moveTo(at: number): void; offset(): number } };
  let unpackedBytes = 0;
  let hasPackedObjects = false;
  head.lastIndex = 0;
  for (let found = head.exec(text); found; found = head.exec(text)) {
    cursor.moveTo(head.lastIndex);
    const object = parser.parseObject();
    // A negative stream length must not move back.
    head.lastIndex = Math.max(head.lastIndex, cursor.offset());
    if (found[1] === undefined) {
      if (object instanceof PDFDict) trailers.push(object);
      continue;
    }
    const type = object instanceof PDFRawStream ? object.dict.get(name('Type')) : undefined;
    if (object instanceof PDFRawStream && type === name('XRef')) trailers.push(object.dict);
    else if (object instanceof PDFRawStream && type === name('ObjStm')) {
      hasPackedObjects = true;
      const data = inflated(object, maxUnpackedBytes - unpackedBytes);
      unpackedBytes += data.length;
      for (const [number, part] of packedObjects(object.dict, data))
        context.assign(PDFRef.of(number), openParser(part).parseObject());
    } else context.assign(PDFRef.of(Number(found[1]), Number(found[2])), object);
  }
  return { context, trailers, hasPackedObjects };
}

/** Decompresses an object stream (Flate only). */
function inflated({ dict, contents }: PDFRawStream, maxOutputLength: number): Buffer {
  const given = dict.get(name('Filter'));
  const filters = given instanceof PDFArray ? given.asArray() : given ? [given] : [];
  if (filters.length === 0) return Buffer.from(contents);
  if (filters.length > 1 || filters[0] !== name('FlateDecode') || dict.has(name('DecodeParms')))
    throw new Error('packed in an unusual way');
  if (maxOutputLength <= 0) throw new TooLarge();
  try {
    // 2: Z_SYNC_FLUSH tolerates a missing end, as viewers do.
    return inflateSync(contents, { maxOutputLength, finishFlush: 2, chunkSize: 2 ** 20 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge();
    throw error;
  }
}

/** Object streams begin with pairs of number and offset (7.5.7). */
function packedObjects(dict: PDFDict, data: Buffer): [number: number, bytes: Uint8Array][] {
  const first = dict.lookup(name('First'), PDFNumber).asNumber();
  const numbers = data
    .toString('latin1', 0, first)
    .trim()
    .split(/[\0\s]+/)
    .filter(Boolean)
    .map(Number);
  if (numbers.length % 2 === 1 || numbers.some((one) => !Number.isSafeInteger(one) || one < 0))
    throw new Error('a broken list of packed objects');
  const starts = numbers.filter((_, index) => index % 2 === 1);
  if (starts.some((start, index) => start < (starts[index - 1] ?? 0)))
    throw new Error('objects out of order');
  return starts.map((start, index) => [
    numbers[index * 2] ?? 0,
    data.subarray(
      first + start,
      starts[index + 1] === undefined ? undefined : first + (starts[index + 1] ?? 0),
    ),
  ]);
}

/** All dictionaries of an object, including those of streams. */
function dictionariesIn(object: PDFObject): PDFDict[] {
  const found: PDFDict[] = [];
  const left = [object];
  for (let one = left.pop(); one; one = left.pop()) {
    if (one instanceof PDFRawStream) left.push(one.dict);
    if (one instanceof PDFArray) for (const element of one.asArray()) left.push(element);
    if (!(one instanceof PDFDict)) continue;
    found.push(one);
    for (const [, value] of one.entries()) left.push(value);
  }
  return found;
}

/** Actions that run, send or open other files; internal links are allowed (12.6.4). */
const activeActions = pdfNames(
  'JavaScript Launch GoToR GoToE GoToDp Thread SubmitForm ImportData Rendition Movie Sound RichMediaExecute',
);
/** Entries with programs, files or other form types (7.7.4, 7.11.4, 12.6.3, 12.7.8). */
const activeKeys = [
  ...pdfNames(
    'JS JavaScript AA XFA EF EmbeddedFiles Collection RichMediaContent RichMediaSettings Renditions',
  ),
];
const activeTypes = pdfNames('EmbeddedFile FileAttachment RichMedia Movie Sound Screen 3D PS');

function isActive(dictionary: PDFDict): boolean {
  if (activeKeys.some((key) => dictionary.has(key))) return true;
  const action = dictionary.lookup(name('S'));
  if (action instanceof PDFName && activeActions.has(action)) return true;
  if (action === name('URI') && !isLink(dictionary.lookup(name('URI')))) return true;
  const types = ['Type', 'Subtype'].map((key) => dictionary.lookup(name(key)));
  if (types.some((type) => type instanceof PDFName && activeTypes.has(type))) return true;
  const opening = dictionary.lookup(name('OpenAction'));
  return opening instanceof PDFDict && opening.lookup(name('S')) !== name('GoTo');
}

function isLink(address: PDFObject | undefined): boolean {
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return false;
  return /^(https?:\/\/|mailto:|tel:)/i.test(address.decodeText().trim());
}

/** A stream in an external file (7.3.8.2). */
const isOutside = (object: PDFObject): boolean =>
  object instanceof PDFRawStream && object.dict.has(name('F'));
